import { run, ToolRegistry } from 'vernal'
// Written by `vernal generate`; where a folder is scanned, it is found without this line.
import './tools.generated'
import { TableTools } from './table-tools'

async function main(): Promise<void> {
  const app = await run({ components: [TableTools], properties: { 'vernal.ai.model.chat': 'offline' } })
  const bookTable = app.get(ToolRegistry).get('bookTable')
  console.log(JSON.stringify(bookTable.definition.inputSchema, undefined, 2))
  // prints: "minItems": 1
  // prints: "format": "date-time"
  // prints: "const": "card"
  // prints: "default": "garden"

  // #region call
  const booked = await bookTable.call({
    guests: [{ name: 'Ada', age: 36 }],
    at: '2031-05-01T19:00:00Z',
    payment: { by: 'card', lastDigits: '4242' },
  })
  const refused = await bookTable.call({ guests: [], at: 'tomorrow', payment: { by: 'cash' }, room: 'attic' })
  // #endregion
  if (booked.type === 'success') console.log(booked.text)
  // prints: 1 in the garden on Thu May 01 2031, paid by card
  if (refused.type === 'refusal') console.log(refused.text)
  // prints: guests
  // prints: at:
  // prints: payment.by: expected one of "card", "invoice"
  // prints: room
  await app.close()
}

void main()
