export { ScriptedChatModel, type ScriptedAnswer, type ScriptedCall, type ScriptedResponse } from '@vernal/chat/testing'
