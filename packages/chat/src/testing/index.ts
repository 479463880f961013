export {
  ScriptedChatModel,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedChatModelOptions,
  type ScriptedResponse,
} from './scripted-chat-model'
