import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import type { CheckoutService } from './checkouts.ts'
import { mockPayments, type PaymentProvider } from './payment-provider.ts'
import type { PaymentsService } from './payments-worker.ts'
import { razorpay } from './razorpay.ts'

/** The provider the settings name. */
export function paymentProvider({ payments }: Pick<Config, 'payments'>): PaymentProvider {
  return payments === undefined ? mockPayments : razorpay(payments)
}

interface PaymentDependencies {
  readonly config: Config
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly logger: Logger
  readonly clock: Clock
  readonly payments: PaymentProvider
}

/** What selling, looking after checkouts and paying back take. */
export function paymentsService(parts: PaymentDependencies, publicUrl: string): PaymentsService {
  const { config, db, clock, bus, logger, payments: provider } = parts
  return { provider, seller: config.seller, receiptsUrl: `${publicUrl}/receipts`, publicUrl, db, clock, bus, logger }
}

/** The same where users pay on a page of the provider; undefined: they do not. */
export function checkoutService(
  parts: PaymentDependencies & { readonly publicAddress: { readonly url: string } },
): CheckoutService | undefined {
  const { payments: provider } = parts
  return provider.kind === 'hosted' ? { ...paymentsService(parts, parts.publicAddress.url), provider } : undefined
}
