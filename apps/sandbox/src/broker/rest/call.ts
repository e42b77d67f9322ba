import type { Context } from 'hono'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { FaultRegistry } from '../../faults/fault-registry.ts'
import type { Market } from '../../market.ts'
import type { Account, AccountStore } from '../account.ts'
import type { CallGroup, RateLimiter } from '../rate-limit.ts'
import type { SessionStore } from '../sessions.ts'

/** What the broker's REST calls are served from. */
export interface BrokerDeps {
  readonly market: Market
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly limiter: RateLimiter
  readonly faults: FaultRegistry
  readonly realMs: () => number
  /** Resolves when everything that has happened is kept, where anything is. */
  readonly durable: () => Promise<void>
}

/** One authenticated call of the broker's API. */
export interface Call {
  readonly c: Context
  readonly account: Account
  readonly now: EpochMs
  readonly deps: BrokerDeps
}

/** One row of the broker's API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the API's root, with `:parameters`. */
  readonly path: string
  readonly group: CallGroup
  /** Whether the free Personal plan lacks it. */
  readonly paid?: boolean
  /** The `data` of the answer, or a whole response where it is no JSON. Throws KiteError. */
  readonly answer: (call: Call) => unknown
}

/** The value of a path parameter; a route with the parameter in its path always has it. */
export function pathParam(call: Call, name: string): string {
  return call.c.req.param(name) ?? ''
}
