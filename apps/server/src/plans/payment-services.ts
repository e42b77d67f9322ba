import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import type { Config } from '../config.ts'
import type { CheckoutService } from './checkouts.ts'
import { mockPayments, type PaymentProvider } from './payment-provider.ts'
import type { PaymentsService } from './payments-worker.ts'
import { razorpay } from './razorpay.ts'

/** The provider the settings name. */
export function paymentProvider({ payments }: Pick<Config, 'payments'>): PaymentProvider {
  return payments === undefined ? mockPayments : razorpay(payments)
}

/** What selling, looking after checkouts and paying back take. */
export function paymentsService(
  parts: Pick<WebDependencies, 'config' | 'db' | 'bus' | 'logger'> & {
    readonly clock: Clock
    readonly payments: PaymentProvider
  },
  publicUrl: string,
): PaymentsService {
  const { config, db, clock, bus, logger, payments: provider } = parts
  return { provider, seller: config.seller, receiptsUrl: `${publicUrl}/receipts`, publicUrl, db, clock, bus, logger }
}

/** The same where people pay on a page of the provider; undefined: they do not. */
export function checkoutService(parts: WebDependencies): CheckoutService | undefined {
  const { payments: provider } = parts
  return provider.kind === 'hosted' ? { ...paymentsService(parts, parts.publicAddress.url), provider } : undefined
}
