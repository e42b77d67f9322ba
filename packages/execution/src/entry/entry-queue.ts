// @invariant decision-answered-once
// @invariant ticket-answered-once
// @invariant no-entry-over-a-short No entry leaves in a contract that the broker's positions show the account short of.
import type { Decision, EntryPlan } from '@strikewise/signals/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { dailyLossLimit } from '@strikewise/domain/trading/daily-loss-limit.ts'
import type { ExecutionConfig } from '../config.ts'
import type { AccountFacts, PlanSettings } from '../account-facts.ts'
import type { Intent } from '../intent/intent.ts'
import { usableQuote } from '../quotes/quote.ts'
import { RowRejected, StaleEpoch, type ClockPort, type Lease, type Ports } from '../ports.ts'
import { earliestOf } from '../instants.ts'
import { isLive, nextTrade, type Trade } from '../trade/trade.ts'
import type { OrderBudget } from '../order/order-budget.ts'
import type { EntryClaimBatcher } from './entry-claim-batcher.ts'
import type { EntryContext } from './claim-entry.ts'
import { candidateOf, type EntryCandidate, type EntryTicket } from '../pre-trade/entry-ticket.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { isCoverUnderWay } from '../broker-view/cover-under-way.ts'
import { keyOf } from '../broker-view/position-key.ts'
import type { QuoteFilter } from '../quotes/quote-filter.ts'
import type { ForeignTrades } from '../trade/foreign-trades.ts'
import { openPositions } from './open-positions.ts'

export interface EntryQueueInput {
  readonly unitOfWork: AccountUnitOfWork
  readonly market: QuoteFilter
  readonly session: Session | undefined
  /** Trades whose entry wants to be priced again. */
  readonly reEntryAfter: readonly string[]
  /** The books have been read since the start. */
  readonly ready: boolean
  readonly inDoubt: boolean
  /** Whether the broker's positions show the account short of units of this contract and product (`keyOf`). */
  readonly isShort: (key: string) => boolean
  /** What the user traded today without the product. */
  readonly foreignTrades: () => ForeignTrades
  /** Broker's clock less ours. */
  readonly clockSkewMs: () => number | undefined
}

export interface EntryQueueResult {
  /** Committed, to be sent now. */
  readonly intents: readonly Intent[]
  /** By the account's own clock. */
  readonly wakeAt: EpochMs | undefined
  /** A claim ended unknown: memory and store may differ. */
  readonly reload: boolean
}

/** One candidate an index waits at a time; of older ones only their refusal would be left to write. */
const MAX_CANDIDATES = 4
/** A candidate that lacks a price or the funds waits for them until shortly before it is too old. */
const LAST_CALL_MS = 1_000

/** Where tickets and decisions wait to become trades of one account: tickets first, decisions in order of their strength. */
export class EntryQueue {
  readonly #ports: Ports
  /** The account's own clock; the ports' own dates quotes, and the claim is made by it. */
  readonly #clock: ClockPort
  readonly #config: ExecutionConfig
  readonly #lease: Lease
  readonly #budget: OrderBudget
  readonly #claims: EntryClaimBatcher
  #candidates: EntryCandidate[] = []
  /** What the user asks for, as the store last showed what is not answered; the oldest first. */
  #tickets: EntryCandidate[] = []
  /** Candidates that became trades, for pricing them again. */
  #takenDecisions: EntryCandidate[] = []
  funds: EntryContext['funds']
  /** As the store showed last: when it was asked for them, or in a claim. */
  facts: AccountFacts | null = null

  /** `clock`: the account's own. */
  constructor(
    ports: Ports,
    clock: ClockPort,
    config: ExecutionConfig,
    lease: Lease,
    budget: OrderBudget,
    claims: EntryClaimBatcher,
  ) {
    this.#ports = ports
    this.#clock = clock
    this.#config = config
    this.#lease = lease
    this.#budget = budget
    this.#claims = claims
  }

  add(decision: Decision, entry: EntryPlan): void {
    this.#candidates = [...this.#candidates, { decision, entry }]
      .slice(-MAX_CANDIDATES)
      .toSorted((a, b) => Math.abs(b.decision.score) - Math.abs(a.decision.score))
  }

  /** Takes up what the store shows of the account: the tickets that nothing has answered yet. */
  reload(facts: AccountFacts | null, tickets: readonly EntryTicket[]): void {
    this.facts = facts
    this.#tickets = tickets.map(candidateOf)
  }

  get hasCandidates(): boolean {
    return this.#candidates.length + this.#tickets.length > 0
  }

  /** Decisions that wait; of tickets the store holds as many as users sent. */
  get waitingDecisions(): number {
    return this.#candidates.length
  }

  tokens(): number[] {
    return [...this.#tickets, ...this.#candidates].map((candidate) => candidate.entry.contract.token)
  }

  /** What the plan of the account goes by, as the store showed it last. */
  get planSettings(): PlanSettings {
    return {
      dailyLossLimit: this.#dailyLossLimit,
      accountLimits: this.facts?.risk.account ?? NO_ACCOUNT_LIMITS,
      coverManualShorts: this.facts?.coverManualShorts ?? false,
    }
  }

  /** The most the account may lose today; undefined while its capital is not known. */
  get #dailyLossLimit(): Paise | undefined {
    const capital = this.facts?.risk.capital ?? this.funds?.opening
    if (this.facts === null || capital === undefined || capital <= 0) return undefined
    return dailyLossLimit(capital, this.facts.risk.dailyLossCapPct)
  }

  /** Turns what is ripe into claims: entries priced again first, then tickets, then new decisions. */
  async process(input: EntryQueueInput): Promise<EntryQueueResult> {
    const intents: Intent[] = []
    let wakeAt: EpochMs | undefined
    for (const id of input.reEntryAfter) {
      const trade = input.unitOfWork.state.trade(id)
      const candidate = this.#takenDecisions.find((one) => one.decision.id === trade?.decisionId)
      if (trade === undefined) continue
      if (candidate === undefined) {
        this.#giveUp(input.unitOfWork, trade)
        wakeAt = this.#clock.now()
        continue
      }
      const done = await this.#claim(input, candidate, id)
      if (done === 'rejected') this.#giveUp(input.unitOfWork, trade)
      if (done === 'unknown' || done === 'rejected') return { intents, wakeAt: this.#clock.now(), reload: true }
      if (done !== undefined) intents.push(done)
    }
    for (const candidate of [...this.#tickets, ...this.#candidates]) {
      const claimableAt = this.#claimableAt(input, candidate)
      if (claimableAt > this.#clock.now()) {
        wakeAt = earliestOf(wakeAt, claimableAt)
        continue
      }
      const done = input.unitOfWork.state.isAcknowledged(candidate.decision.id)
        ? undefined
        : await this.#claim(input, candidate, undefined)
      if (done !== 'unknown') this.#drop(candidate)
      if (done === 'unknown' || done === 'rejected') return { intents, wakeAt: this.#clock.now(), reload: true }
      if (done !== undefined) {
        this.#takenDecisions = [...this.#takenDecisions, candidate].slice(-MAX_CANDIDATES)
        intents.push(done)
      }
    }
    return { intents, wakeAt, reload: false }
  }

  #drop(candidate: EntryCandidate): void {
    this.#candidates = this.#candidates.filter((one) => one !== candidate)
    this.#tickets = this.#tickets.filter((one) => one !== candidate)
  }

  /** When this candidate should go to the pre-trade check: now if all it needs is there, else when waiting has no more point. */
  #claimableAt(input: EntryQueueInput, { decision, entry, ticket }: EntryCandidate): EpochMs {
    const now = this.#clock.now()
    const shown = this.#ports.feed.quote(entry.contract.token)
    const quote = usableQuote(shown, this.#ports.clock.now(), this.#config.priceMaxAgeMs)
    const wait = this.#budgetWait(input.unitOfWork, undefined)
    const isOpen = this.#isKnown(input, entry) && !this.#isShort(input, entry)
    if (isOpen && quote !== undefined && this.funds !== undefined && wait === 0) return now
    const until = ticket?.validUntil ?? decision.barEnd + this.#config.decisionMaxAgeMs
    return (until - LAST_CALL_MS) as EpochMs
  }

  /** Whether the books are known, and no cover is under way in the contract whose fills an entry's would be mixed with. */
  #isKnown({ ready, unitOfWork }: EntryQueueInput, { contract }: EntryCandidate['entry']): boolean {
    return ready && !isCoverUnderWay(unitOfWork.state, keyOf({ ...contract, product: this.#config.product }))
  }

  /** Whether what is bought would end a short position of the account's instead of being held. */
  #isShort({ isShort }: EntryQueueInput, { contract }: EntryCandidate['entry']): boolean {
    return isShort(keyOf({ ...contract, product: this.#config.product }))
  }

  /** Milliseconds until an entry fits beside what it and the other live trades need to be protected and ended. */
  #budgetWait({ state }: AccountUnitOfWork, againId: string | undefined): number {
    const others = state.trades().filter((trade) => isLive(trade) && trade.id !== againId)
    return this.#budget.wait('entry', this.#clock.mono(), this.#clock.now(), others.length + 1)
  }

  #giveUp(unitOfWork: AccountUnitOfWork, trade: Trade): void {
    const next = nextTrade(trade, { type: 'given_up', at: this.#clock.now(), why: 'missed' })
    if (next !== undefined) unitOfWork.put({ type: 'trade', trade: next })
  }

  /**
   * The intent to send, undefined when the pre-trade check refused, `unknown` when the store did not answer, or `rejected` when it
   * will never take the rows: then the candidate is dropped.
   */
  async #claim(
    input: EntryQueueInput,
    candidate: EntryCandidate,
    againId: string | undefined,
  ): Promise<Intent | 'unknown' | 'rejected' | undefined> {
    const { unitOfWork, market, session } = input
    const { entry } = candidate
    const { clock: wall, observer } = this.#ports
    const again = againId === undefined ? undefined : unitOfWork.state.trade(againId)
    const context: EntryContext = {
      account: unitOfWork.account,
      lease: this.#lease,
      config: this.#config,
      session,
      funds: this.funds,
      open: openPositions(unitOfWork, market, wall.now()),
      inDoubt: input.inDoubt || !this.#isKnown(input, entry),
      isContractShort: this.#isShort(input, entry),
      foreignTrades: input.foreignTrades(),
      clockSkewMs: input.clockSkewMs,
      budgetLeft: this.#budgetWait(unitOfWork, againId) === 0,
      reEntryOf: again,
      attempt: againId === undefined ? 1 : unitOfWork.state.intentsOf(againId).length + 1,
      journalSeq: unitOfWork.journalSeq,
    }
    try {
      // What is live may need an exit any moment: then nothing waits for the entries of others.
      const alone = unitOfWork.state.trades().some((trade) => isLive(trade) && trade.id !== againId)
      const begun = wall.mono()
      const claim = await this.#claims.claim({ ...candidate, context }, alone)
      unitOfWork.writingTimes.ended(begun)
      if (claim.facts !== null) this.facts = claim.facts
      for (const change of claim.changes) unitOfWork.state.apply(change)
      unitOfWork.sawJournal(claim.journalSeq)
      observer.tradesChanged(unitOfWork.userId)
      if (claim.refusal !== undefined) observer.count('entries_refused', { code: reasonOf(claim.refusal.code) })
      if (claim.intent !== undefined) this.#budget.take('entry', claim.intent.id, this.#clock.mono(), this.#clock.now())
      return claim.intent
    } catch (error) {
      if (error instanceof StaleEpoch) throw error
      observer.count('entry_claim_failed')
      return error instanceof RowRejected ? 'rejected' : 'unknown'
    }
  }
}
