import { Bean, Configuration, EnableConfigurationProperties, ToolCallLimits } from 'vernal'
import { DocsAssistantProperties } from './docs-assistant-properties'

/** Where this application differs from the defaults. */
@Configuration()
@EnableConfigurationProperties([DocsAssistantProperties])
export class DocsAssistantConfiguration {
  /** Replaces the default limits: a reader wants an answer, so the model is asked for one when the searches are used up. */
  @Bean()
  toolCallLimits(): ToolCallLimits {
    return new ToolCallLimits({ maxTotalToolCalls: 8, onLimitExceeded: 'FORCE_FINAL_ANSWER' })
  }
}
