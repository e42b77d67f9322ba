import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { Alarm } from '@strikewise/execution/alarms/alarm.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { addDays, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from '@strikewise/exchange/exchange.ts'
import { isTerminal } from '@strikewise/exchange/order-types.ts'
import { DEFAULT_CONFIG, type SharedConfig } from '@strikewise/execution/config.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import type { PastResult } from '@strikewise/execution/store/history.ts'
import type { HighWaterMarks } from '@strikewise/execution/high-water-marks.ts'
import { MemoryStore } from '@strikewise/execution/testing/memory-store.ts'
import type { EntryOffer } from '@strikewise/execution/pre-trade/approval.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { TradeInstruction } from '@strikewise/execution/trade/trade-instruction.ts'
import type { Chooser } from '../chance/chooser.ts'
import { VirtualTime } from '../engine/virtual-time.ts'
import type { BookRead, CallRecord, FundsRead, OrdersRead } from './broker-records.ts'
import { CONTRACTS } from '../session/contracts.ts'
import type { AccountShape, MoveShape, SessionShape } from '../session/shape.ts'
import { Clocks } from './clocks.ts'
import { SimLeases } from './sim-leases.ts'
import { openingFacts } from './initial-account-facts.ts'
import { RejectedRows } from './rejected-rows.ts'
import { SimFeed, type PriceSeen } from './sim-feed.ts'
import { SimMarket } from './sim-market.ts'
import { OfflineJournalFiles } from './offline-journal-files.ts'
import { FaultConditions } from './fault-conditions.ts'

/** From an alarm to what its user does about it. */
const USER_HEEDS_MS = 20_000
const FUNDS_EVERY_MS = 150_000
const DECISION_RETENTION_MS = 180_000

/** What can be asked for a trade. */
export type Asked =
  | { readonly kind: 'exit' }
  | { readonly kind: 'reduce'; readonly units: number }
  | { readonly kind: 'stop' | 'target'; readonly price: Paise }

/** What was shown of an account at one instant, as the store had it. */
export interface FactsRecord {
  readonly at: EpochMs
  readonly facts: AccountFacts
}

/** What a user asked for one of their trades, and when the processes were notified of it. */
export interface InstructionRecord {
  readonly account: string
  readonly instruction: TradeInstruction
  readonly notifiedAt: EpochMs
}

/** A ticket that a user sent, as it was committed. */
export interface TicketRecord {
  readonly account: string
  readonly ticket: EntryTicket
  /** When its row was there, and the processes were notified. */
  readonly notifiedAt: EpochMs
  /** Of an approval: what its user was shown. */
  readonly offer?: EntryOffer | undefined
}

/** A call of `process` that was signed with a login replaced at `since`. */
export interface StaleCall {
  readonly at: EpochMs
  readonly since: EpochMs
  readonly account: string
  readonly process: string
}

export interface AlarmRecord {
  readonly at: EpochMs
  readonly account: string
  /** The short code of `message`. */
  readonly code: string
  readonly message: Alarm | LegacyText
}

/** A process of the product, as its surroundings know it. */
export interface RunningProcess {
  readonly slot: number
  hasExited: boolean
}

/** What the processes of a simulated day run in: exchange, market, store, feed and users, and what is recorded of it. */
export abstract class Environment {
  readonly shape: SessionShape
  readonly accounts: readonly string[]
  readonly chooser: Chooser
  readonly time: VirtualTime
  readonly startAt: EpochMs
  readonly market: SimMarket
  readonly exchange: Exchange
  readonly store = new MemoryStore()
  readonly faultConditions = new FaultConditions()
  readonly clocks = new Clocks()
  readonly rejectedRows: RejectedRows
  /** What was committed and got lost. */
  readonly lostTail: { readonly rows: { account: string; change: Change }[]; readonly notifications: Notification[] } =
    {
      rows: [],
      notifications: [],
    }
  readonly feed: SimFeed
  readonly lease: SimLeases
  /** Plain data, alike in every session: an accessor in it would keep the engine from optimising every reader. */
  readonly config: SharedConfig & { pollIdleMs: number }
  readonly calls: CallRecord[] = []
  readonly fundsRead: FundsRead[] = []
  readonly booksRead: BookRead[] = []
  readonly ordersRead: OrdersRead[] = []
  readonly alarms: AlarmRecord[] = []
  readonly counts = new Map<string, number>()
  readonly offlineJournals: OfflineJournalFiles
  /** How full everything was that can pile up, in each process that ever ran. */
  readonly levels: HighWaterMarks[] = []
  readonly facts = new Map<string, FactsRecord[]>()
  /** Net results of the accounts on days before this one. */
  readonly past = new Map<string, readonly PastResult[]>()
  /** What users asked for their trades, as it was committed. */
  readonly instructions: InstructionRecord[] = []
  /** The entries that users asked for. */
  readonly tickets: TicketRecord[] = []
  /** Offers that their user answers, or will: account and decision. */
  readonly answeredOffers = new Set<string>()
  readonly decisions: Decision[] = []
  /** Rare paths that this session went through. */
  readonly reached = new Set<string>()
  /** How often each account's owner has logged in again. */
  readonly logins = new Map<string, number>()
  /** Calls that came with a login that had been replaced. */
  readonly staleCalls: StaleCall[] = []
  readonly #replacedAt = new Map<string, EpochMs>()
  nextId = 0
  nextTicket = 0
  /** What each contract's book would show if nothing were wrong with it. */
  readonly #lastMoves = new Map<number, MoveShape>()
  /** Where each move of the shape stands in it. */
  readonly #placeOf = new Map<MoveShape, number>()

  constructor(shape: SessionShape, chooser: Chooser) {
    this.shape = shape
    this.accounts = shape.accounts.map(({ id }) => id)
    this.chooser = chooser
    this.offlineJournals = new OfflineJournalFiles(chooser)
    this.rejectedRows = new RejectedRows(chooser)
    this.store.rejects = this.rejectedRows.why
    if (chooser.canFire('tail_lost')) this.store.commits = []
    this.startAt = (istInstant(shape.day, 0) + shape.startsAt) as EpochMs
    this.time = new VirtualTime(this.startAt, shape.seed)
    this.market = new SimMarket(shape.day, this.startAt)
    this.exchange = new Exchange({
      seed: `${shape.seed}`,
      market: this.market,
      now: this.startAt,
      logCapacity: 20_000,
    })
    this.feed = new SimFeed(this.time, this.faultConditions)
    this.lease = new SimLeases(this.time, chooser, () => this.time.now >= this.faultConditions.storeDownUntil)
    this.config = {
      ...DEFAULT_CONFIG,
      liveTrading: shape.liveTrading === true,
      fundsEveryMs: shape.fundsEveryMs ?? FUNDS_EVERY_MS,
      ...(shape.fundsEveryMs === undefined ? {} : { fundsMaxAgeMs: 2 * shape.fundsEveryMs }),
      cooldownMs: shape.cooldownMs,
      cooldownAfterStopMs: shape.cooldownMs,
    }
    for (const [i, one] of shape.moves.entries()) this.#placeOf.set(one, i)
    for (const account of shape.accounts) this.#open(account)
  }

  /** Every price the feed was shown. */
  get prices(): readonly PriceSeen[] {
    return this.feed.seen
  }

  get fundsMaxAgeMs(): number {
    return this.config.fundsMaxAgeMs
  }

  /** The process is gone between two instructions; another is started in its place. */
  abstract kill(process: RunningProcess, downMs?: number): void

  /** What the product knows of the account changes, and its processes are notified of a change. */
  abstract change(account: string, facts: AccountFacts): void

  /** The user asks for something: it is committed where the store is there, and the processes are notified with the commit. */
  abstract instruct(account: string, what: Pick<TradeInstruction, 'tradeId'> & Asked): void

  /**
   * The user sends a ticket, perhaps once more: it is committed where the store is there, and the processes are notified after
   * `lateMs`.
   */
  abstract sendTicket(account: string, ticket: EntryTicket, lateMs?: number, offer?: EntryOffer): void

  /** An executor has left: the others are notified where hints arrive. */
  abstract executorLeft(): void

  /** The owner logs in again: the login before it is invalid from then on, and the processes are notified in two ways. */
  abstract logInAgain(account: string): void

  /** Whether the store shows nothing under way. */
  isQuiet(): boolean {
    return this.accounts.every((account) =>
      this.store.tradesOf(account).every(({ state }) => state === 'closed' || state === 'abandoned'),
    )
  }

  recentDecisions(): readonly Decision[] {
    return this.decisions.filter((decision) => decision.barEnd >= this.time.now - DECISION_RETENTION_MS)
  }

  /** The contract has no bid for `ms`; the last price stands where it was. */
  removeBid(contract: number, ms: number): void {
    const { token } = CONTRACTS[contract]!
    const { bidMissingUntil } = this.faultConditions
    bidMissingUntil.set(token, Math.max(bidMissingUntil.get(token) ?? 0, this.time.now + ms))
    const again = () => {
      const last = this.#lastMoves.get(contract)
      if (last !== undefined) this.showBook(last)
    }
    again()
    this.time.after(ms, again)
  }

  protected showBook(shown: MoveShape): void {
    const { token } = CONTRACTS[shown.contract]!
    this.#lastMoves.set(shown.contract, shown)
    const hasBid = shown.bid > 0 && this.time.now >= (this.faultConditions.bidMissingUntil.get(token) ?? 0)
    const move = hasBid ? shown : { ...shown, bid: 0 }
    const trades =
      hasBid && shown.isQuiet !== true && this.time.now >= (this.faultConditions.tradelessUntil.get(token) ?? 0)
    this.market.set(this.time.now, move, trades)
    this.exchange.advance(this.time.now)
    const last = this.market.quotes.last(this.market.quotes.slotOf(token))
    this.feed.show(token, { bid: move.bid, ask: move.ask, last, askQuantity: move.quantity * 5 })
  }

  /** Shows the bids again that are missing. */
  protected restoreBids(): void {
    for (const last of this.#lastMoves.values())
      if (this.market.quotes.bestBid(this.market.quotes.slotOf(CONTRACTS[last.contract]!.token)) === 0)
        this.showBook(last)
  }

  /** The move of the same contract that comes after this one; undefined after the last. */
  protected nextMove(move: MoveShape): MoveShape | undefined {
    const { moves } = this.shape
    const at = this.#placeOf.get(move)
    if (at === undefined) return undefined
    for (let i = at + 1; i < moves.length; i += 1) if (moves[i]!.contract === move.contract) return moves[i]
    return undefined
  }

  /** Another server of the store takes over, and lacks the newest commits. */
  loseTail(commits: number): void {
    for (const { batches, notifications: newNotifications } of this.store.loseNewest(commits)) {
      this.lostTail.notifications.push(...newNotifications)
      for (const { account, batch } of batches)
        for (const change of batch.changes) this.lostTail.rows.push({ account, change })
    }
  }

  factsOf(account: string): AccountFacts {
    return this.facts.get(account)!.at(-1)!.facts
  }

  /** Whether the bus is cut; kill switches come by the store. */
  get isPartitioned(): boolean {
    return this.time.now < this.faultConditions.partitionedUntil
  }

  /** Whether hints are lost now. */
  get isBusDown(): boolean {
    return this.time.now < this.faultConditions.busDownUntil
  }

  /** From now on the login before this one is worth nothing. */
  protected replaceLogin(account: string): void {
    this.logins.set(account, (this.logins.get(account) ?? 0) + 1)
    this.#replacedAt.set(account, this.time.now)
  }

  calledStale(account: string, process: string): void {
    this.staleCalls.push({ at: this.time.now, since: this.#replacedAt.get(account)!, account, process })
  }

  callLog(call: CallRecord): void {
    this.calls.push(call)
  }

  counted(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  alarmed(account: string, alarm: Alarm): void {
    const code = reasonOf(alarm.code)
    this.alarms.push({ at: this.time.now, account, code, message: alarm })
    // Only the user can resolve this, and does when notified: the notification must not be missing.
    if (code === 'in_the_way') this.time.after(USER_HEEDS_MS, () => this.#removeSales(account))
  }

  /** The user cancels the sales they left in the broker's own app. */
  #removeSales(account: string): void {
    const { exchange, time } = this
    for (const { order_id, tag, transaction_type, status } of exchange.orders(account, time.now))
      if (tag === null && transaction_type === 'SELL' && !isTerminal(status))
        exchange.cancel(account, 'regular', order_id, time.now)
  }

  #open(account: AccountShape): void {
    this.exchange.openAccount(account.id, account.cash as Paise, this.startAt)
    const facts = openingFacts(account, this.accounts.indexOf(account.id), this.shape.day, this.startAt)
    this.facts.set(account.id, [{ at: this.startAt, facts }])
    this.store.addAccount(account.id, account.id, facts)
    const past = (account.past ?? []).map(({ mode, daysAgo, net }) => ({
      mode,
      on: addDays(this.shape.day, -daysAgo),
      net: net as Paise,
    }))
    this.past.set(account.id, past)
    this.store.addPast(account.id, past)
  }
}
