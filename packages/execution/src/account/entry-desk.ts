// @invariant decision-answered-once
import type { Decision, EntryPlan } from '@strikewise/domain/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { dayLossCap } from '@strikewise/domain/trading/day-cap.ts'
import type { ExecutionConfig } from '../config.ts'
import type { AccountFacts } from '../gate/facts.ts'
import type { Intent } from '../intent/intent.ts'
import { usableQuote } from '../order/quote.ts'
import { RowRejected, StaleEpoch, type ClockPort, type Lease, type Ports } from '../ports.ts'
import { soonest } from '../trade/steps.ts'
import { isLive, nextTrade, type Trade } from '../trade/trade.ts'
import type { OrderBudget } from './budget.ts'
import type { ClaimDesk } from './claim-desk.ts'
import type { EntryContext } from './entry.ts'
import type { Ledger } from './ledger.ts'
import type { MarketView } from './market-view.ts'
import { openPositions } from './open-positions.ts'

interface Wish {
  readonly decision: Decision
  readonly entry: EntryPlan
}

export interface DeskInput {
  readonly ledger: Ledger
  readonly market: MarketView
  readonly session: Session | undefined
  /** Trades whose entry wants to be priced again. */
  readonly again: readonly string[]
  /** The books have been read since the start. */
  readonly ready: boolean
  readonly inDoubt: boolean
  /** Broker's clock less ours. */
  readonly clockSkewMs: () => number | undefined
}

export interface DeskResult {
  /** Committed, to be sent now. */
  readonly intents: readonly Intent[]
  /** By the account's own clock. */
  readonly wakeAt: EpochMs | undefined
  /** A claim ended unknown: memory and store may differ. */
  readonly reload: boolean
}

/** One wish an index waits at a time; of older ones only their refusal would be left to write. */
const MOST_WISHES = 4
/** A wish that lacks a price or the funds waits for them until shortly before it is too old. */
const LAST_CALL_MS = 1_000

/** Where decisions wait to become trades of one account, in order of their strength. */
export class EntryDesk {
  readonly #ports: Ports
  /** The account's own clock; the ports' own dates quotes, and the claim is made by it. */
  readonly #clock: ClockPort
  readonly #config: ExecutionConfig
  readonly #lease: Lease
  readonly #budget: OrderBudget
  readonly #claims: ClaimDesk
  #wishes: Wish[] = []
  /** Wishes that became trades, for pricing them again. */
  #taken: Wish[] = []
  funds: EntryContext['funds']
  /** As the store said last: when it was asked for them, or in a claim. */
  facts: AccountFacts | null = null

  /** `clock`: the account's own. */
  constructor(
    ports: Ports,
    clock: ClockPort,
    config: ExecutionConfig,
    lease: Lease,
    budget: OrderBudget,
    claims: ClaimDesk,
  ) {
    this.#ports = ports
    this.#clock = clock
    this.#config = config
    this.#lease = lease
    this.#budget = budget
    this.#claims = claims
  }

  add(decision: Decision, entry: EntryPlan): void {
    this.#wishes = [...this.#wishes, { decision, entry }]
      .slice(-MOST_WISHES)
      .toSorted((a, b) => Math.abs(b.decision.score) - Math.abs(a.decision.score))
  }

  get hasWishes(): boolean {
    return this.#wishes.length > 0
  }

  tokens(): number[] {
    return this.#wishes.map((wish) => wish.entry.contract.token)
  }

  /** The most the account may lose today; undefined while its capital is not known. */
  get dayCap(): Paise | undefined {
    const capital = this.facts?.risk.capital ?? this.funds?.opening
    if (this.facts === null || capital === undefined || capital <= 0) return undefined
    return dayLossCap(capital, this.facts.risk.dailyLossCapPct)
  }

  /** Turns what is ripe into claims: entries priced again first, then new decisions. */
  async work(input: DeskInput): Promise<DeskResult> {
    const intents: Intent[] = []
    let wakeAt: EpochMs | undefined
    for (const id of input.again) {
      const trade = input.ledger.state.trade(id)
      const wish = this.#taken.find((one) => one.decision.id === trade?.decisionId)
      if (trade === undefined) continue
      if (wish === undefined) {
        this.#giveUp(input.ledger, trade)
        wakeAt = this.#clock.now()
        continue
      }
      const done = await this.#claim(input, wish, id)
      if (done === 'rejected') this.#giveUp(input.ledger, trade)
      if (done === 'unknown' || done === 'rejected') return { intents, wakeAt: this.#clock.now(), reload: true }
      if (done !== undefined) intents.push(done)
    }
    for (const wish of this.#wishes) {
      const ripeAt = this.#ripeAt(input, wish)
      if (ripeAt > this.#clock.now()) {
        wakeAt = soonest(wakeAt, ripeAt)
        continue
      }
      const done = input.ledger.state.isAnswered(wish.decision.id)
        ? undefined
        : await this.#claim(input, wish, undefined)
      if (done !== 'unknown') this.#wishes = this.#wishes.filter((one) => one !== wish)
      if (done === 'unknown' || done === 'rejected') return { intents, wakeAt: this.#clock.now(), reload: true }
      if (done !== undefined) {
        this.#taken = [...this.#taken, wish].slice(-MOST_WISHES)
        intents.push(done)
      }
    }
    return { intents, wakeAt, reload: false }
  }

  /** When this wish should go to the gate: now if all it needs is there, else when waiting has no more point. */
  #ripeAt({ ready }: DeskInput, { decision, entry }: Wish): EpochMs {
    const now = this.#clock.now()
    const shown = this.#ports.feed.quote(entry.contract.token)
    const quote = usableQuote(shown, this.#ports.clock.now(), this.#config.priceMaxAgeMs)
    const wait = this.#budget.wait('entry', this.#clock.mono(), now)
    if (ready && quote !== undefined && this.funds !== undefined && wait === 0) return now
    return (decision.barEnd + this.#config.decisionMaxAgeMs - LAST_CALL_MS) as EpochMs
  }

  #giveUp(ledger: Ledger, trade: Trade): void {
    const next = nextTrade(trade, { type: 'given_up', at: this.#clock.now(), why: 'missed' })
    if (next !== undefined) ledger.put({ type: 'trade', trade: next })
  }

  /**
   * The intent to send, undefined when the gate refused, `unknown` when the store did not answer, or `rejected` when it
   * will never take the rows: then the wish is dropped.
   */
  async #claim(
    input: DeskInput,
    { decision, entry }: Wish,
    againId: string | undefined,
  ): Promise<Intent | 'unknown' | 'rejected' | undefined> {
    const { ledger, market, session } = input
    const { clock: wall, observer } = this.#ports
    const again = againId === undefined ? undefined : ledger.state.trade(againId)
    const context: EntryContext = {
      account: ledger.account,
      lease: this.#lease,
      config: this.#config,
      session,
      funds: this.funds,
      open: openPositions(ledger, market, wall.now()),
      inDoubt: input.inDoubt || !input.ready,
      clockSkewMs: input.clockSkewMs,
      budgetLeft: this.#budget.wait('entry', this.#clock.mono(), this.#clock.now()) === 0,
      again,
      attempt: againId === undefined ? 1 : ledger.state.intentsOf(againId).length + 1,
      journalSeq: ledger.journalSeq,
    }
    try {
      // What is live may need an exit any moment: then nothing waits for the entries of others.
      const alone = ledger.state.trades().some((trade) => isLive(trade) && trade.id !== againId)
      const claim = await this.#claims.claim({ context, decision, entry }, alone)
      if (claim.facts !== null) this.facts = claim.facts
      for (const change of claim.changes) ledger.state.apply(change)
      ledger.sawJournal(claim.journalSeq)
      observer.tradesChanged(ledger.userId)
      if (claim.refusal !== undefined) observer.count('entries_refused', { code: claim.refusal.code })
      if (claim.intent !== undefined) this.#budget.take('entry', claim.intent.id, this.#clock.mono(), this.#clock.now())
      return claim.intent
    } catch (error) {
      if (error instanceof StaleEpoch) throw error
      observer.count('entry_claim_failed')
      return error instanceof RowRejected ? 'rejected' : 'unknown'
    }
  }
}
