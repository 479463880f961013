import type { AddressInfo } from 'node:net'
import { Server } from 'node:http'
import { join } from 'node:path'
import { type Application, run } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { MemoryOrderRepository, OrderRepository } from './shop/order-repository'
import { OrderReport } from './shop/order-report'
import { OrderService } from './shop/order-service'

const scan = join(__dirname, 'shop')

async function post(app: Application, customer: string): Promise<string> {
  const { port } = app.get(Server).address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/orders/${customer}`, {
    method: 'POST',
    headers: { connection: 'close' },
  })
  return `${response.status} ${await response.text()}`
}

test('the shop answers over HTTP within its limits, reports, and closes', async () => {
  const app = await createTestContext({ scan, configDir: scan })
  expect(await post(app, 'ann')).toBe('200 {"id":1,"customer":"ann"}')
  expect(await post(app, 'ann')).toBe('200 {"id":2,"customer":"ann"}')
  expect(await post(app, 'ann')).toBe('409 ann has 2 orders already')
  const [report, server] = [app.get(OrderReport), app.get(Server)]
  await app.close()
  expect(report.reports).toEqual(['2 orders'])
  expect(server.listening).toBe(false)
})

test('a profile changes the limits and the repository', async () => {
  await using party = await createTestContext({ scan, configDir: scan, profiles: ['party'] })
  for (let count = 0; count < 5; count++) await party.get(OrderService).place('bob')
  await expect(createTestContext({ scan, configDir: scan, profiles: ['durable'] })).rejects.toThrow(
    /No bean of type OrderRepository.*Skipped: MemoryOrderRepository \(profile !durable is not active/,
  )
})

test('a test may put its own repository in place', async () => {
  // #region testing
  const orders = new MemoryOrderRepository()
  await using context = await createTestContext({
    scan,
    properties: { 'shop.max-orders': 1 },
    overrides: [[OrderRepository, orders]],
  })
  await context.get(OrderService).place('eve')
  // #endregion
  expect(await orders.ofCustomer('eve')).toHaveLength(1)
  await expect(context.get(OrderService).place('eve')).rejects.toThrow('eve has 1 orders already')
})

test('the shop starts as a program does', async () => {
  const argv = process.argv
  process.argv = [...argv.slice(0, 2), '--vernal.logging.level=silent']
  try {
    // #region run
    const app = await run({ scan })
    const order = await app.get(OrderService).place('ann')
    await app.close()
    // #endregion
    expect(order).toEqual({ id: 1, customer: 'ann' })
  } finally {
    process.argv = argv
  }
})
