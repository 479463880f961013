import { Component, TurnListener, type TurnEvent } from 'vernal'

/** Prints each tool call when it has ended: name, arguments, duration. */
@Component()
export class ToolCallPrinter extends TurnListener {
  readonly #arguments = new Map<string, unknown>()

  override onEvent(event: TurnEvent): void {
    if (event.type === 'tool-call') this.#arguments.set(event.callId, event.arguments)
    if (event.type !== 'tool-result' && event.type !== 'tool-error') return
    const args = JSON.stringify(this.#arguments.get(event.callId) ?? {})
    this.#arguments.delete(event.callId)
    const mark = event.type === 'tool-result' ? '→' : '✗'
    process.stdout.write(`  ${mark} ${event.name}(${args}) ${event.durationMs.toFixed(1)} ms\n`)
  }
}
