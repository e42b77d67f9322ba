import type { EntryPlan } from '@strikewise/domain/decision/decision.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../../../src/bus/bus.ts'
import type { Database } from '../../../src/store/database.ts'
import { decide, entryPlan, feedQuotes, logIn, until, type SandboxWorld } from '../../trading-world.ts'

interface Place {
  readonly sandbox: SandboxWorld
  /** The way to the ticker, faults and all. */
  readonly tickerUrl: string
  readonly clock: Clock
  readonly bus: Bus
  readonly db: Kysely<Database>
}

const LONG_MS = 60_000
/** Two evaluations of one instant would be one. Market milliseconds. */
const APART_MS = 500

/** In place of the market role: writes decisions when the test wants them, and feeds the quotes of what they name. */
export class MarketStandIn {
  readonly #place: Place
  #contract: EntryPlan | undefined
  #ticker: Ticker | undefined
  #seq = 0

  constructor(place: Place) {
    this.#place = place
  }

  /** Decides for the call next to the money as it was at the first entry; answers the decision's id. */
  async buy(): Promise<string> {
    const { sandbox, clock } = this.#place
    const near = await entryPlan(sandbox, clock)
    const known = await this.#quoted(near)
    const isSame = near.contract.token === known.contract.token
    return this.#decide('buy_call', 0.6, isSame ? near : { ...known, quotedAt: clock.now() })
  }

  async turnAgainst(): Promise<void> {
    const { clock } = this.#place
    for (let i = 0; i < 2; i += 1) {
      const barEnd = clock.now()
      await this.#decide('none', -0.5, null)
      await until('a later instant', LONG_MS, async () => (clock.now() > barEnd + APART_MS ? true : undefined))
    }
  }

  /** Ends the feed; the next entry chooses anew. */
  async forgetContract(): Promise<void> {
    await this.#ticker?.close()
    this.#ticker = undefined
    this.#contract = undefined
  }

  async #quoted(plan: EntryPlan): Promise<EntryPlan> {
    if (this.#contract !== undefined) return this.#contract
    this.#contract = plan
    const { sandbox, tickerUrl, clock, bus } = this.#place
    const login = await logIn(sandbox, 'SWFEED')
    this.#ticker = feedQuotes({ url: tickerUrl }, login, clock, bus, plan.contract.token)
    return plan
  }

  #decide(action: 'buy_call' | 'none', score: number, entry: EntryPlan | null): Promise<string> {
    const { db, bus, clock } = this.#place
    return decide(db, bus, (this.#seq += 1), { barEnd: clock.now(), action, score, entry })
  }
}
