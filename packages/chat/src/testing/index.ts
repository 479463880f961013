export {
  ScriptedChatModel,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedChatModelOptions,
  type ScriptedResponse,
} from './scripted-chat-model'
export { chatMemoryRepositoryContract, type ContractCase } from './chat-memory-repository-contract'
export { vectorStoreContract } from './vector-store-contract'
export { turnStoreContract } from './turn-store-contract'
