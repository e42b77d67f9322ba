import type { Revealable } from '@strikewise/domain/text/secret.ts'
import { type AccountCalls, accountCalls } from './account-calls.ts'
import { createCaller } from './caller.ts'
import { type GttCalls, gttCalls } from './gtt-calls.ts'
import { type MarketCalls, marketCalls } from './market-calls.ts'
import { type OrderCalls, orderCalls } from './order-calls.ts'
import { type KiteTransport, type TransportOptions, createTransport } from './transport.ts'

/**
 * One account's way to the broker. Reads return a value or a failure, writes one of three outcomes; nothing rejects but
 * for parameters no caller of ours should pass. It neither paces nor retries: budgets and doubt are the caller's.
 */
export interface KiteClient extends OrderCalls, AccountCalls, GttCalls, MarketCalls {
  /** Opens a connection for orders and one for reads by asking for the profile on both; true when both answered. */
  warm(): Promise<boolean>
  /** Ends the client's own connections; a shared transport stays open. */
  close(): Promise<void>
}

interface Credentials {
  readonly apiKey: string
  /** Asked before every call, so a new login takes effect at once. */
  readonly accessToken: () => string | Revealable
  /** Called once a token when the broker answers that the session is over. */
  readonly onSessionExpired?: () => void
}

/** Connections of its own, or shared ones where accounts may share an egress address. */
export type KiteClientOptions = Credentials & (TransportOptions | { readonly transport: KiteTransport })

export function createKiteClient(options: KiteClientOptions): KiteClient {
  const shared = 'transport' in options
  const transport = shared ? options.transport : createTransport(options)
  const caller = createCaller({ ...options, transport })
  const account = accountCalls(caller)
  return {
    ...account,
    ...orderCalls(caller),
    ...gttCalls(caller),
    ...marketCalls(caller),
    async warm() {
      const [reads, orders] = await Promise.all([
        account.profile(),
        caller.call('GET', '/user/profile', { lane: 'orders' }),
      ])
      return reads.ok && orders.kind === 'response' && orders.httpStatus === 200
    },
    async close() {
      if (!shared) await transport.close()
    },
  }
}
