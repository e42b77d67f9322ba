import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { feedState, type FeedState } from '@strikewise/wire/market.ts'
import * as z from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import type { AccountReading } from './account-readings.ts'

const SUBJECT = 'reading.'
/** Accounts whose reading is kept; the one read longest ago goes first. */
const MAX_ACCOUNTS = 50_000

/** The contracts that a market day was opened with. */
export interface LoadedContracts {
  readonly day: IstDate
  /** The nearest expiry of each index. */
  readonly expiries: Readonly<Record<IndexSymbol, IstDate>>
}

const snapshot = z.object({ json: z.string() })
const paise = z.number().transform((value) => value as Paise)
const accountReading = z.object({
  usable: paise,
  opening: paise,
  readAt: z.number().transform((value) => value as EpochMs),
  clockSkewMs: z.number().nullable(),
})
const day = z.string().transform(istDate)
const loadedContracts = z.object({ day, expiries: z.record(z.enum(INDEX_SYMBOLS), day) })

/** What the trader reads of each account, published as it is read. */
export function publishReadings(bus: Bus): (account: string, reading: AccountReading) => void {
  return (account, reading) => bus.publish(SUBJECT + account, reading)
}

/**
 * What the other roles read last of brokers and market, as the bus brought it: nothing is asked of a broker for it. A process
 * that has just started learns of an account with its next reading, within a minute.
 */
export class Readings {
  readonly #accounts = new Map<string, AccountReading>()
  readonly #unsubscribe: readonly (() => void)[]
  #feed: FeedState | undefined
  #contracts: LoadedContracts | undefined

  constructor(bus: Bus, logger: Logger) {
    const take = (pattern: string, read: (subject: string, payload: unknown) => void) =>
      bus.subscribe(pattern, (subject, payload) => {
        try {
          read(subject, payload)
        } catch (error) {
          // One odd message must not end the process; the last good value stays.
          logger.error({ err: error, subject }, 'a reading could not be understood')
        }
      })
    this.#unsubscribe = [
      take(`${SUBJECT}*`, (subject, payload) =>
        this.#setAccount(subject.slice(SUBJECT.length), accountReading.parse(payload)),
      ),
      take('snapshot.feed', (_subject, payload) => (this.#feed = feedState.parse(jsonOf(payload)))),
      take('snapshot.contracts', (_subject, payload) => (this.#contracts = loadedContracts.parse(jsonOf(payload)))),
    ]
  }

  account(account: string): AccountReading | undefined {
    return this.#accounts.get(account)
  }

  feed(): FeedState | undefined {
    return this.#feed
  }

  contracts(): LoadedContracts | undefined {
    return this.#contracts
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  #setAccount(account: string, reading: AccountReading): void {
    // Put back at the end: the map is in the order of the readings.
    this.#accounts.delete(account)
    this.#accounts.set(account, reading)
    if (this.#accounts.size <= MAX_ACCOUNTS) return
    const [oldest] = this.#accounts.keys()
    if (oldest !== undefined) this.#accounts.delete(oldest)
  }
}

function jsonOf(payload: unknown): unknown {
  return JSON.parse(snapshot.parse(payload).json)
}
