import { Service, Tool } from 'vernal'

// #region tools
interface Guest {
  /** As on the passport */
  name: string
  /** @minimum 0 */
  age?: number
}

interface Card {
  by: 'card'
  /** @pattern ^\d{4}$ */
  lastDigits: string
}

interface Invoice {
  by: 'invoice'
  company: string
}

@Service()
export class TableTools {
  /**
   * Books a table.
   *
   * @param guests Who comes @minItems 1
   * @param at When they come
   * @param room Which room they want
   */
  @Tool({ effect: 'write' })
  bookTable(guests: Guest[], at: Date, payment: Card | Invoice, room: 'garden' | 'cellar' = 'garden'): string {
    return `${guests.length} in the ${room} on ${at.toDateString()}, paid by ${payment.by}`
  }
}
// #endregion
