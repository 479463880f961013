export { OfflineChatModel, OFFLINE_MODEL_NOTICE, type OfflineChatModelOptions } from './offline-chat-model'
