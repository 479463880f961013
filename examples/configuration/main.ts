import {
  Configuration,
  ConfigurationProperties,
  EnableConfigurationProperties,
  Logger,
  run,
  Service,
  type RunOptions,
} from 'vernal'
import { z } from 'zod'

// #region properties
class ShopProperties extends ConfigurationProperties(
  'shop',
  z.object({
    currency: z.enum(['EUR', 'USD']).default('EUR').describe('Currency of all prices.'),
    pageSize: z.int().min(1).max(100).default(10).describe('Products on one page.'),
    welcome: z.string().default(''),
    apiKey: z.string().optional(),
  }),
) {}

@Configuration()
@EnableConfigurationProperties([ShopProperties])
class ShopConfiguration {}

@Service()
class Shop {
  constructor(readonly properties: ShopProperties) {}
}
// #endregion

// #region logger
@Service()
class Checkout {
  constructor(private readonly logger: Logger) {}

  pay(orderId: string): void {
    this.logger.info({ orderId }, 'Paid')
  }
}
// #endregion

const LIMIT = 'vernal.ai.tools.limits.max-total-tool-calls'

/** What the shop reads, and one property of Vernal, with these sources. */
async function show(options: RunOptions): Promise<void> {
  const app = await run({ components: [ShopConfiguration, Shop], env: {}, ...options })
  const { pageSize, welcome, apiKey } = app.get(Shop).properties
  console.log(app.environment.activeProfiles.join(), pageSize, welcome, apiKey, app.environment.get(LIMIT))
  await app.close()
}

async function main(): Promise<void> {
  const app = await run({ components: [Checkout], env: {} })
  app.get(Checkout).pay('A-1')
  await app.close()
  // application.yaml
  await show({})
  // prints: default 10 Prices in EUR not-set 20
  // application-production.yaml is stronger
  await show({ profiles: ['production'] })
  // prints: production 50 Prices in EUR not-set 60
  // the environment is stronger still
  const env = { VERNAL_AI_TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS: '70', SHOP_API_KEY: 'secret', SHOP_PAGE_SIZE: '5' }
  await show({ profiles: ['production'], env })
  // prints: production 5 Prices in EUR secret 70
  // the command line beats all of them
  await show({ env, args: ['--vernal.profiles.active=production', `--${LIMIT}=80`, '--shop.currency=USD'] })
  // prints: production 5 Prices in USD secret 80

  await show({ args: ['--shop.page-size=many', '--shop.currency=GBP'] }).catch((error: Error) => {
    console.log(error.message)
  })
  // prints: shop.page-size
}

void main()
