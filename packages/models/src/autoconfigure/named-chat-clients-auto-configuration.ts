import { ChatClient, ChatModel } from '@vernal/chat'
import { AutoConfiguration, RegisterBeans, type BeanRegistration, type RegistrationContext } from '@vernal/container'
import { prefixOf } from './named-model'
import { modelsOfKind, NamedModelsProperties } from './named-models-properties'

/** A ChatClient for each model of `vernal.ai.models`: the one of the application, with another model. */
@AutoConfiguration({ after: ['ModelsAutoConfiguration', 'ChatAutoConfiguration'] })
@RegisterBeans(namedChatClients)
export class NamedChatClientsAutoConfiguration {}

function namedChatClients(context: RegistrationContext): readonly BeanRegistration[] {
  const [client] = context.candidates(ChatClient)
  if (!client) return []
  const names = [...modelsOfKind(context.properties(NamedModelsProperties), 'chat').keys()]
  return names.map((name) => ({
    name: `${name}ChatClient`,
    type: ChatClient,
    qualifiers: [name],
    fallback: true,
    origin: prefixOf(name),
    inject: [
      { token: ChatClient, qualifier: client.name },
      { token: ChatModel, qualifier: name },
    ],
    make: (shared: ChatClient, model: ChatModel) => shared.with({ model }),
  }))
}
