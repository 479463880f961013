import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
} from '@vernal/container'
import { MemoryAdvisor } from '../advisors/advisor'
import { MessageChatMemoryAdvisor } from '../advisors/message-chat-memory-advisor'
import { ChatMemory } from '../memory/chat-memory'
import { ChatMemoryRepository } from '../memory/chat-memory-repository'
import { InMemoryChatMemoryRepository } from '../memory/in-memory-chat-memory-repository'
import { MessageWindowChatMemory } from '../memory/message-window-chat-memory'
import { ChatMemoryProperties } from './chat-properties'

/** A memory for conversations, and, when it is enabled, the advisor that uses it for every request. */
@AutoConfiguration({ before: ['ChatAutoConfiguration'] })
@EnableConfigurationProperties([ChatMemoryProperties])
export class ChatMemoryAutoConfiguration {
  @Bean({ type: ChatMemoryRepository })
  @ConditionalOnMissingBean(ChatMemoryRepository)
  chatMemoryRepository(): ChatMemoryRepository {
    return new InMemoryChatMemoryRepository()
  }

  @Bean({ type: ChatMemory })
  @ConditionalOnMissingBean(ChatMemory)
  chatMemory(repository: ChatMemoryRepository, { maxMessages }: ChatMemoryProperties): ChatMemory {
    return new MessageWindowChatMemory({ repository, maxMessages })
  }

  @Bean()
  @ConditionalOnMissingBean(MemoryAdvisor)
  @ConditionalOnProperty({ name: 'vernal.ai.chat.memory.enabled', havingValue: 'true' })
  memoryAdvisor(memory: ChatMemory, properties: ChatMemoryProperties): MessageChatMemoryAdvisor {
    const { advisorOrder, keepToolMessages } = properties
    return new MessageChatMemoryAdvisor(memory, { order: advisorOrder, keepToolMessages })
  }
}
