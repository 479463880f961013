import { createServer, Server } from 'node:http'
import {
  Bean,
  Configuration,
  ConfigurationProperties,
  duration,
  EnableConfigurationProperties,
} from '@vernal/container'
import { z } from 'zod'

// #region properties
export class ShopProperties extends ConfigurationProperties(
  'shop',
  z.object({
    port: z.number().int().default(0).describe('Where the shop listens; 0 for any free port.'),
    reportEvery: duration().default(60_000).describe('Time between two reports.'),
    maxOrders: z.number().int().min(1).default(3).describe('Orders one customer may have.'),
  }),
) {}
// #endregion

// #region configuration
@Configuration()
@EnableConfigurationProperties([ShopProperties])
export class ShopConfiguration {
  @Bean({ type: Server })
  async server({ port }: ShopProperties): Promise<Server> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return server
  }
}
// #endregion
