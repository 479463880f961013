import { Service, Tool, ToolContext, ToolParam } from 'vernal'

/** Tools for tests of the loop: one that answers, one that fails, one that waits. */
@Service()
export class Shop {
  /** What was run, in order. */
  readonly called: string[] = []

  @Tool({ description: 'The price of an item' })
  price(@ToolParam('Item') item: string): number {
    this.called.push(`price ${item}`)
    return item.length
  }

  @Tool({ description: 'Whether an item is in stock' })
  async stock(
    @ToolParam('Item') item: string,
    @ToolParam({ description: 'At least this many', required: false }) count = 1,
  ): Promise<{ item: string; count: number }> {
    this.called.push(`stock ${item} ${count}`)
    return { item, count }
  }

  @Tool({ description: 'Opens the till' })
  openTill(): never {
    throw new Error('the till is stuck')
  }

  @Tool({ description: 'Waits for a customer' })
  waitForCustomer(context: ToolContext): Promise<never> {
    this.called.push('waiting')
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener('abort', () => {
        this.called.push('given up')
        reject(context.signal.reason as Error)
      })
    })
  }
}
