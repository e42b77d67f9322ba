import { createHash, createHmac } from 'node:crypto'
import { ScureBase32Plugin } from 'otplib'
import type { Paise } from '@strikewise/domain/money/paise.ts'

/** `connect`: the paid API plan. `personal`: orders and portfolio only, no quotes, candles or ticks. */
type ApiPlan = 'connect' | 'personal'

/** One client of the simulated broker with the one app (API key) it owns. Everything but the user id may be changed. */
export interface Account {
  readonly userId: string
  userName: string
  email: string
  password: string
  /** As authenticator apps take it: base32 (RFC 4648). */
  totpSecret: string
  apiKey: string
  apiSecret: string
  redirectUrl: string
  /** Where order updates are posted; empty: nowhere. */
  postbackUrl: string
  plan: ApiPlan
  /** Addresses that may place, change and cancel orders; `null`: any. */
  allowedIps: readonly string[] | null
}

const DEFAULT_REDIRECT_URL = 'http://127.0.0.1:8080/zerodha-connect'
export const OPENING_CASH = 500_000_00 as Paise

/** The accounts of a fresh world: eight traders and the one whose feed the platform reads. */
export const READY_MADE = [
  ...Array.from({ length: 8 }, (_, index) => ({ userId: `SW100${index + 1}`, cash: OPENING_CASH })),
  { userId: 'SWFEED', cash: 0 as Paise },
]

/**
 * A new account whose secrets follow from its user id, so that every start shows the same ones; and from the key of the
 * controls where there is one, so that no other process can compute them.
 */
export function accountFor(userId: string, controlKey: string | null = null): Account {
  const secret = (name: string) =>
    (controlKey === null ? createHash('sha256') : createHmac('sha256', controlKey))
      .update(`strikewise sandbox ${userId} ${name}`)
      .digest()
  return {
    userId,
    userName: `Sandbox account ${userId}`,
    email: `${userId.toLowerCase()}@sandbox.invalid`,
    password: `pw-${secret('password').toString('hex').slice(0, 8)}`,
    totpSecret: new ScureBase32Plugin().encode(secret('totp').subarray(0, 20)),
    apiKey: secret('api key').toString('hex').slice(0, 16),
    apiSecret: secret('api secret').toString('hex').slice(0, 32),
    redirectUrl: DEFAULT_REDIRECT_URL,
    postbackUrl: '',
    plan: 'connect',
    allowedIps: null,
  }
}

/** The broker's clients, by user id and by API key. */
export class AccountStore {
  readonly #byUser = new Map<string, Account>()
  #onChange: (userId: string) => void = () => undefined

  add(account: Account): void {
    if (this.#byUser.has(account.userId)) throw new RangeError(`account ${account.userId} exists already`)
    this.#byUser.set(account.userId, account)
    this.#onChange(account.userId)
  }

  /** Changes settings of an account in the book. */
  change(account: Account, settings: Partial<Omit<Account, 'userId'>>): void {
    Object.assign(account, settings)
    this.#onChange(account.userId)
  }

  /** Calls `listener` with each new or changed account. */
  onChange(listener: (userId: string) => void): void {
    this.#onChange = listener
  }

  byUser(userId: string): Account | undefined {
    return this.#byUser.get(userId)
  }

  byApiKey(apiKey: string): Account | undefined {
    for (const account of this.#byUser.values()) if (account.apiKey === apiKey) return account
    return undefined
  }

  all(): Account[] {
    return [...this.#byUser.values()]
  }
}
