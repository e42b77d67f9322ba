import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { Alarm } from '@strikewise/execution/alarms/alarm.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRequest } from '@strikewise/exchange/order-types.ts'
import type { Intent, IntentKind, Outcome } from '@strikewise/execution/intent/intent.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import type { Change, DayLockCause, EntryRefusal } from '@strikewise/execution/store/account-changes.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { brokerCharges } from '../broker-charges.ts'
import { ORDINARY_DAY } from '../../session/contracts.ts'
import type { AlarmRecord, Asked, InstructionRecord } from '../../environment/environment.ts'
import { ACCOUNT, CONTRACT, recordOf } from './facts-fixture.ts'

/** What the store shows of a staged day: its rows, written one by one. */
export abstract class StagedRows {
  protected readonly intents: Intent[] = []
  protected readonly journal: { at: number; batchId: string; epoch: number; change: Change }[] = []
  /** The journals of other accounts. */
  protected readonly othersJournals = new Map<string, StagedRows['journal']>()
  protected readonly journaledOffline = new Map<string, number>()
  protected readonly notifications: Notification[] = []
  protected readonly alarms: AlarmRecord[] = []
  protected readonly lostTail: { rows: { account: string; change: Change }[]; notifications: Notification[] } = {
    rows: [],
    notifications: [],
  }
  /** What the exchange has taken, by order. */
  protected readonly atExchange = new Map<string, { request: OrderRequest; filled: number; value: number }>()
  protected writesUnder: number | undefined
  /** What the user asked for their trades. */
  protected readonly instructions: InstructionRecord[] = []
  readonly trades: Trade[] = []
  readonly fills: Fill[] = []
  readonly orders = new Map<string, { readonly order: OrderRecord }>()
  epoch = 1
  /** The batch whose rows are written from now on. */
  batch = 'b1'
  /** How far the account's clock is ahead, in ms: the broker's time is known to the second. */
  #datedAheadMs = 0

  abstract get now(): EpochMs
  /** Has the checker look at what was just shown. */
  protected abstract check(): void

  /** The rows show of an order what the exchange shows now. */
  known(orderId: string, phase: OrderRecord['phase'], trigger = 12_000): this {
    const { request, filled } = this.atExchange.get(orderId)!
    const about = { orderId, phase, filled, quantity: request.quantity, trigger: trigger as Paise }
    const order = recordOf<OrderRecord>(about)
    this.orders.set(`${ORDINARY_DAY}/${orderId}`, { order })
    const change = { type: 'order', order, on: ORDINARY_DAY } as const
    this.journal.push({ at: this.now, batchId: this.batch, epoch: this.epoch, change })
    this.check()
    return this
  }

  /** The row of an order is written again with something in it otherwise. */
  rowOf(orderId: string, how: Partial<OrderRecord>): this {
    const order = { ...this.orders.get(`${ORDINARY_DAY}/${orderId}`)!.order, ...how }
    this.orders.set(`${ORDINARY_DAY}/${orderId}`, { order })
    const change = { type: 'order', order, on: ORDINARY_DAY } as const
    this.journal.push({ at: this.now, batchId: this.batch, epoch: this.epoch, change })
    this.check()
    return this
  }

  /** An alarm by its short code, or, where what it names matters, by its message. */
  alarm(alarm: string | Alarm): this {
    const code = typeof alarm === 'string' ? alarm : reasonOf(alarm.code)
    const message = typeof alarm === 'string' ? legacyText(alarm) : alarm
    this.journal.push({
      at: this.now,
      batchId: this.batch,
      epoch: this.writesUnder ?? this.epoch,
      change: { type: 'alarm', code, tradeId: null, message },
    })
    this.alarms.push({ at: this.now, account: ACCOUNT, code, message })
    this.#addNotification(message, `alarm/${ACCOUNT}/${ORDINARY_DAY}/${code}/`)
    this.check()
    return this
  }

  /** So many other accounts each have a row written. */
  othersWrite(accounts: number): this {
    const row = { at: this.now, batchId: this.batch, epoch: this.epoch }
    const change = { type: 'alarm', code: 'turn_failed', tradeId: null, message: legacyText('turn_failed') } as const
    for (let i = 1; i <= accounts; i += 1)
      this.othersJournals.getOrInsertComputed(`other${i}`, () => []).push({ ...row, change })
    this.check()
    return this
  }

  /** An entry was refused. */
  refused(refusal: Pick<EntryRefusal, 'decisionId' | 'symbol' | 'code' | 'message'>): this {
    const about = { accountId: ACCOUNT, userId: ACCOUNT, on: ORDINARY_DAY, at: this.now }
    const change = { type: 'refusal', refusal: { ...about, ...refusal } } as const
    this.journal.push({ at: this.now, batchId: this.batch, epoch: this.epoch, change })
    return this
  }

  /** The rows hold entries of one kind of link. */
  holds(mode: LinkMode, cause: DayLockCause = { reason: 'invariant_broken' }): this {
    const lock = { on: ORDINARY_DAY, mode, at: this.now, ...cause }
    this.journal.push({ at: this.now, batchId: this.batch, epoch: this.epoch, change: { type: 'lock', lock } })
    return this
  }

  notification(text: string, key = text): this {
    return this.#addNotification(legacyText(text), key)
  }

  #addNotification(message: Notification['message'], key: string): this {
    const about = { userId: ACCOUNT, kind: 'alarm', key, at: this.now, symbol: null } as const
    this.notifications.push({ ...about, message })
    return this
  }

  /** An earlier executor left a batch in its local file; what is written next is that batch. */
  bringsIn(batchId: string, epoch: number): this {
    this.journaledOffline.set(batchId, epoch)
    this.batch = batchId
    return this
  }

  /** From now on intents are dated so many ms ahead, as by an account's clock that is. */
  datedAhead(ms: number): this {
    this.#datedAheadMs = ms
    return this
  }

  /** A process writes under an earlier lease than the account's. */
  writtenUnder(epoch: number): this {
    this.writesUnder = epoch
    return this
  }

  /** The rows have a manual sale of what the first fill bought. */
  noticesSale(orderId: string, price: number): this {
    const { quantity } = this.fills[0]!
    const sale = { fillId: `f${orderId}${quantity}/1`, orderId, isManual: true, side: 'SELL', price } as const
    const fill = { ...this.fills[0]!, ...sale, price: sale.price as Paise }
    this.fills.push(fill)
    const change = { type: 'fill', fill, on: ORDINARY_DAY } as const
    this.journal.push({ at: this.now, batchId: this.batch, epoch: this.epoch, change })
    this.check()
    return this
  }

  /** How many changes of an order the store counts. */
  counts(orderId: string, modifies: number): this {
    this.orders.set(`${ORDINARY_DAY}/${orderId}`, { order: recordOf<OrderRecord>({ orderId, modifies }) })
    return this
  }

  /** A trade of decision `decisionId`, as the store has it. */
  trade(id: string, state: Trade['state'], decisionId = 'd1', more: object = {}): this {
    const known = this.trades.findIndex((trade) => trade.id === id)
    const about = {
      mode: 'paper',
      contract: CONTRACT,
      accountId: ACCOUNT,
      on: ORDINARY_DAY,
      product: 'MIS',
      manualExitQuantity: 0,
    } as const
    const createdAt = known < 0 ? this.now : this.trades[known]!.createdAt
    const trade = recordOf<Trade>({ id, state, decisionId, createdAt, ...about, ...more })
    if (known < 0) this.trades.push(trade)
    else this.trades[known] = trade
    this.journal.push({
      at: this.now,
      batchId: this.batch,
      epoch: this.writesUnder ?? this.epoch,
      change: { type: 'trade', trade },
    })
    return this
  }

  /** Writes an intent down. */
  intent(id: string, kind: IntentKind, call: Intent['call'], tradeId = 't1', outcome?: Outcome, claimMs = 2_000): this {
    const settled = outcome ?? { state: 'accepted', at: this.now, orderId: id }
    const row = { id, kind, call, tradeId, accountId: ACCOUNT, attempt: 1, reason: '', on: ORDINARY_DAY }
    const createdAt = (this.now + this.#datedAheadMs) as EpochMs
    const deadline = (createdAt + claimMs) as EpochMs
    this.intents.push({ ...row, epoch: this.epoch, createdAt, deadline, outcome: settled })
    return this.written(this.intents.at(-1)!)
  }

  /** The store has lost the row of the call that placed an order, with its newest commits. */
  losesRowsOf(tag: string): this {
    const isOfIt = ({ call }: Intent) => call.type === 'place' && call.order.tag === tag
    for (const intent of this.intents.filter(isOfIt))
      this.lostTail.rows.push({ account: ACCOUNT, change: { type: 'intent', intent } })
    this.intents.splice(0, this.intents.length, ...this.intents.filter((intent) => !isOfIt(intent)))
    return this
  }

  /** The store has lost the row of a trade, with its newest commits. */
  losesTrade(id: string): this {
    const [trade] = this.trades.splice(
      this.trades.findIndex((one) => one.id === id),
      1,
    )
    this.lostTail.rows.push({ account: ACCOUNT, change: { type: 'trade', trade: trade! } })
    return this
  }

  /** The store has lost every note so far, with its newest commits. */
  losesNotifications(): this {
    this.lostTail.notifications.push(...this.notifications.splice(0))
    return this
  }

  /** The user asks for something; the processes are notified `lateMs` later. */
  asks(what: Asked, lateMs = 0, tradeId = 't1'): this {
    const instruction = { id: `n${this.instructions.length}`, tradeId, at: this.now, channel: 'web', ...what } as const
    this.instructions.push({ account: ACCOUNT, instruction, notifiedAt: (this.now + lateMs) as EpochMs })
    this.check()
    return this
  }

  /** What became of an intent whose outcome was open, or was thought to be another. */
  settle(tag: string, outcome: Outcome): this {
    const at = this.intents.findIndex((intent) => intent.id === `i${tag}`)
    this.intents[at] = { ...this.intents[at]!, outcome }
    return this.written(this.intents[at])
  }

  /** Closes a trade with the result its booked fills give, off by `offBy` paise. */
  closed(id: string, offBy = 0, decisionId = 'd1'): this {
    const fills = this.fills.filter((fill) => fill.tradeId === id)
    const valueOf = (side: OrderSide) =>
      fills.reduce((sum, fill) => (fill.side === side ? sum + fill.quantity * fill.price : sum), 0)
    const orders = [...Map.groupBy(fills, ({ orderId }) => orderId).values()].map((part) => ({
      side: part[0]!.side,
      value: part.reduce((sum, fill) => sum + fill.quantity * fill.price, 0) as Paise,
      on: ORDINARY_DAY,
    }))
    const gross = valueOf('SELL') - valueOf('BUY') + offBy
    const charges = brokerCharges(orders).total
    const traded = fills.reduce((sum, fill) => (fill.side === 'BUY' ? sum + fill.quantity : sum), 0)
    return this.notification('closed', `closed/${id}`).trade(id, 'closed', decisionId, {
      exitReason: 'stop',
      traded,
      result: { gross, charges, net: gross - charges },
    })
  }

  protected written(intent: Intent): this {
    this.journal.push({
      at: this.now,
      batchId: this.batch,
      epoch: this.writesUnder ?? this.epoch,
      change: { type: 'intent', intent },
    })
    return this
  }
}
