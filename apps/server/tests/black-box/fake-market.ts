import type { EntryPlan } from '@strikewise/signals/decision/decision.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../../src/bus/bus.ts'
import type { Database } from '../../src/store/database.ts'
import { decide, entryPlan, feedQuotes, logIn, until, type SandboxStack } from '../trading-stack.ts'

interface Place {
  readonly sandbox: SandboxStack
  /** The way to the ticker, faults and all. */
  readonly tickerUrl: string
  readonly clock: Clock
  readonly bus: Bus
  readonly db: Kysely<Database>
}

const LONG_MS = 180_000
/** Two evaluations of one instant would be one. Market milliseconds. */
const APART_MS = 500

/** In place of the market role: writes decisions when the test wants them, and feeds the quotes of what they name. */
export class FakeMarket {
  readonly #place: Place
  #token: number | undefined
  #ticker: Ticker | undefined
  #seq = 0

  constructor(place: Place) {
    this.#place = place
  }

  /** Decides for the call that was next to the money at the first entry, at its current price; returns the decision's id. */
  async buy(): Promise<string> {
    const { sandbox, clock } = this.#place
    const plan = await entryPlan(sandbox, clock, this.#token)
    if (this.#token === undefined) await this.#feed(plan.contract.token)
    return this.#decide('buy_call', 0.6, plan)
  }

  async turnAgainst(): Promise<void> {
    const { clock } = this.#place
    for (let i = 0; i < 2; i += 1) {
      const barEnd = clock.now()
      await this.#decide('none', -0.5, null)
      await until('a later instant', LONG_MS, async () => (clock.now() > barEnd + APART_MS ? true : undefined))
    }
  }

  /** Ends the feed; the next entry chooses again. */
  async forgetContract(): Promise<void> {
    await this.#ticker?.close()
    this.#ticker = undefined
    this.#token = undefined
  }

  async #feed(token: number): Promise<void> {
    this.#token = token
    const { sandbox, tickerUrl, clock, bus } = this.#place
    this.#ticker = feedQuotes({ url: tickerUrl }, await logIn(sandbox, 'SWFEED'), clock, bus, token)
  }

  #decide(action: 'buy_call' | 'none', score: number, entry: EntryPlan | null): Promise<string> {
    const { db, bus, clock } = this.#place
    return decide(db, bus, (this.#seq += 1), { barEnd: clock.now(), action, score, entry })
  }
}
