import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { Component, PostConstruct } from '@vernal/container'
import { OrderService } from './order-service'

/** `POST /orders/{customer}` places an order. */
@Component()
export class OrderEndpoint {
  constructor(
    private readonly server: Server,
    private readonly orders: OrderService,
  ) {}

  @PostConstruct()
  attach(): void {
    this.server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response),
    )
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const order = await this.orders.place(request.url?.split('/').at(-1) ?? '')
      response.end(JSON.stringify(order))
    } catch (error) {
      response.writeHead(409).end((error as Error).message)
    }
  }
}
