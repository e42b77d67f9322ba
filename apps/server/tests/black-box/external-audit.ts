import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/store/database.ts'
import type { SandboxStack } from '../trading-stack.ts'
import { ExchangeRecord, filledOf, isLive, type ExchangeOrder } from './exchange-record.ts'

/** One account at both ends. */
export interface AuditedAccount {
  readonly userId: string
  readonly brokerUser: string
}

export interface OutsideFinding {
  readonly account: string
  readonly code:
    | 'doubled'
    | 'short'
    | 'order_without_intent'
    | 'journal'
    | 'lost'
    | 'books'
    | 'result'
    | 'unprotected'
    | 'oversold'
    | 'stray'
    | 'state'
    | 'doubt'
  readonly text: string
}

export interface OutsideReport {
  /** What waiting cannot fix: an order sent twice, more sold than held, an order without a committed intent, a cut journal. */
  readonly broken: readonly OutsideFinding[]
  /** Where store and exchange differ now. Gone once the system has come to rest, or something was lost. */
  readonly differences: readonly OutsideFinding[]
  /** Intents whose fate the store does not know. */
  readonly doubts: readonly OutsideFinding[]
  readonly orders: number
  readonly fills: number
}

interface StoredTrade {
  readonly id: string
  readonly state: string
  readonly quantity: number
  readonly manualExitQuantity: number
  readonly gross: number | null
}
interface StoredIntent {
  readonly id: string
  readonly tradeId: string
  readonly kind: string
  readonly outcome: string
  readonly tag: string | null
}
interface StoredAccount {
  readonly trades: readonly StoredTrade[]
  readonly intents: readonly StoredIntent[]
  /** Phase by order id. */
  readonly phases: ReadonlyMap<string, string>
  readonly fills: readonly {
    readonly tradeId: string
    readonly key: string
    readonly side: string
    readonly quantity: number
    readonly price: number
    readonly isManual: boolean
  }[]
  readonly journalFault: string | undefined
}

const ENDS: Readonly<Record<string, string>> = { COMPLETE: 'complete', CANCELLED: 'cancelled', REJECTED: 'rejected' }

/**
 * Compares the exchange's own log with the store, from outside the server and without a line of its code. The log is
 * read before the store: whatever the exchange has taken, the store must have committed to.
 */
export class OutsideAuditor {
  readonly exchange: ExchangeRecord
  readonly #db: Kysely<Database>
  /** How far each account's journal was found whole. */
  readonly #wholeTo = new Map<string, JournalEnd>()

  constructor(stack: SandboxStack, db: Kysely<Database>) {
    this.exchange = new ExchangeRecord(stack)
    this.#db = db
  }

  /** As `audit`, with every journal read again from its first row. */
  async readAgain(accounts: readonly AuditedAccount[]): Promise<OutsideReport> {
    this.#wholeTo.clear()
    return this.audit(accounts)
  }

  async audit(accounts: readonly AuditedAccount[]): Promise<OutsideReport> {
    await this.exchange.catchUp()
    const broken: OutsideFinding[] = []
    const differences: OutsideFinding[] = []
    const doubts: OutsideFinding[] = []
    let orders = 0
    let fills = 0
    for (const { userId, brokerUser } of accounts) {
      // The log goes on while the store is read: what is judged is what had been read of it.
      const taken = this.exchange.ordersOf(brokerUser)
      const book = await this.#storedBook(userId)
      const add = (to: OutsideFinding[]) => (code: OutsideFinding['code'], text: string) =>
        to.push({ account: userId, code, text })
      findBroken(book, taken, add(broken))
      for (const order of this.exchange.shortAfter)
        if (order.account === brokerUser)
          add(broken)('short', `${order.tradingsymbol}: more was sold than bought, after order ${order.orderId}`)
      findDifferences(book, taken, add(differences))
      for (const intent of book.intents)
        if (isOpen(intent)) add(doubts)('doubt', `${intent.kind} ${intent.id} is ${intent.outcome}`)
      orders += taken.length
      fills += taken.reduce((sum, order) => sum + order.fills.length, 0)
    }
    return { broken, differences, doubts, orders, fills }
  }

  /** One instant of the store. */
  #storedBook(userId: string): Promise<StoredAccount> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const read = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(trx)).rows
        const trades = await read(sql<StoredTrade>`
          select id, state, (body->>'quantity')::int as quantity, (body->>'manualExitQuantity')::int as "manualExitQuantity",
            (body->'result'->>'gross')::float8 as gross
          from trades where account_id = ${userId}`)
        const intents = await read(sql<StoredIntent>`
          select id, trade_id as "tradeId", kind, outcome, tag from intents where account_id = ${userId}`)
        const phases = await read(sql<{ order_id: string; phase: string }>`
          select order_id, phase from broker_orders where account_id = ${userId}`)
        const fills = await read(sql<StoredAccount['fills'][number]>`
          select trade_id as "tradeId", order_id || '/' || fill_id as key, side, quantity, price_paise::float8 as price,
            is_manual as "isManual"
          from fills where account_id = ${userId}`)
        const end = await read(sql<JournalEnd>`
          select journal_seq as seq, journal_hash as hash from execution_accounts where account_id = ${userId}`)
        const whole = this.#wholeTo.get(userId) ?? JOURNAL_START
        const journal = await read(sql<JournalRow>`
          select seq, at, batch_id, change, hash, prev_hash from account_journal
          where account_id = ${userId} and seq > ${whole.seq} order by seq`)
        const journalFault = faultOf(userId, journal, whole, end[0])
        if (journalFault === undefined && end[0] !== undefined) this.#wholeTo.set(userId, end[0])
        return {
          trades,
          intents,
          phases: new Map(phases.map((row) => [row.order_id, row.phase])),
          fills,
          journalFault,
        }
      })
  }
}

function isOpen({ outcome }: StoredIntent): boolean {
  return outcome === 'sending' || outcome === 'in_doubt'
}

type Report = (code: OutsideFinding['code'], text: string) => void

function findBroken(book: StoredAccount, taken: readonly ExchangeOrder[], report: Report): void {
  const intents = intentsByTag(book)
  const tagged = Map.groupBy(
    taken.filter((order) => order.tag !== null),
    (order) => order.tag!,
  )
  for (const [tag, orders] of tagged) {
    if (orders.length > 1) report('doubled', `tag ${tag} was accepted ${orders.length} times`)
    if (!intents.has(tag))
      report('order_without_intent', `order ${orders[0]!.orderId} carries ${tag}, which no intent has`)
  }
  const ofTrade = ordersByTrade(intents, taken)
  for (const trade of book.trades) {
    // What was bought back after a short was no part of the entry.
    const entries = ofTrade(trade.id, 'BUY').filter((order) => intents.get(order.tag)?.kind !== 'cover')
    const bought = entries.reduce((sum, order) => sum + filledOf(order), 0)
    if (bought > trade.quantity) report('doubled', `trade ${trade.id} bought ${bought} of ${trade.quantity} units`)
  }
  if (book.journalFault !== undefined) report('journal', book.journalFault)
}

function findDifferences(book: StoredAccount, taken: readonly ExchangeOrder[], report: Report): void {
  const intents = intentsByTag(book)
  for (const order of taken) {
    const intent = order.tag === null ? undefined : intents.get(order.tag)
    if (intent === undefined) continue
    const phase = book.phases.get(order.orderId)
    if (phase === undefined) report('lost', `order ${order.orderId} (${order.tag}) is not in the store`)
    else if (ENDS[order.status] !== undefined && ENDS[order.status] !== phase)
      report('lost', `order ${order.orderId} is ${order.status}, the store says ${phase}`)
    else if (ENDS[order.status] === undefined && Object.values(ENDS).includes(phase))
      report('lost', `order ${order.orderId} is ${order.status}, the store says ${phase}`)
    if (intent.outcome !== 'accepted')
      report('lost', `order ${order.orderId} was accepted, its intent ${intent.id} is ${intent.outcome}`)
  }
  findFillDifferences(book, taken, intents, report)
  const ofTrade = ordersByTrade(intents, taken)
  for (const trade of book.trades) findTradeDifferences(book, taken, ofTrade, trade, report)
}

function findFillDifferences(
  book: StoredAccount,
  taken: readonly ExchangeOrder[],
  intents: IntentsByTag,
  report: Report,
): void {
  const stored = new Map(book.fills.map((fill) => [`${fill.tradeId} ${fill.key}`, fill]))
  const seen = new Set<string>()
  for (const order of taken) {
    const intent = order.tag === null ? undefined : intents.get(order.tag)
    for (const fill of order.fills) {
      const name = `fill ${order.orderId}/${fill.tradeId}`
      if (intent === undefined) {
        const booked = book.fills.filter(
          (one) => one.isManual && one.key.startsWith(`${order.orderId}/${fill.tradeId}/`),
        )
        const units = booked.reduce((sum, one) => sum + one.quantity, 0)
        if (units > fill.quantity) report('books', `${name}, not ours, is booked for ${units} of ${fill.quantity}`)
        if (booked.some((one) => one.price !== fill.price)) report('books', `${name} is booked at another price`)
        for (const one of booked) seen.add(`${one.tradeId} ${one.key}`)
        continue
      }
      const key = `${intent.tradeId} ${order.orderId}/${fill.tradeId}`
      const row = stored.get(key)
      seen.add(key)
      if (row === undefined) report('books', `${name} is not in the store`)
      else if (row.quantity !== fill.quantity || row.price !== fill.price || row.side !== order.side || row.isManual)
        report('books', `${name}: ${fill.quantity} at ${fill.price}, the store says ${row.quantity} at ${row.price}`)
    }
  }
  for (const key of stored.keys()) if (!seen.has(key)) report('books', `stored fill ${key} is not the exchange's`)
}

function findTradeDifferences(
  book: StoredAccount,
  taken: readonly ExchangeOrder[],
  ofTrade: ReturnType<typeof ordersByTrade>,
  trade: StoredTrade,
  report: Report,
): void {
  const units = (orders: readonly ExchangeOrder[]) => orders.reduce((sum, order) => sum + filledOf(order), 0)
  const intents = intentsByTag(book)
  const sales = ofTrade(trade.id, 'SELL')
  // What was bought back after a short is no part of the trade.
  const buys = ofTrade(trade.id, 'BUY').filter((order) => intents.get(order.tag)?.kind !== 'cover')
  const left = units(buys) - units(sales) - trade.manualExitQuantity
  // Below zero where a manual sale and ours met: a short position of the account, not of the trade.
  const held = trade.manualExitQuantity > 0 ? Math.max(0, left) : left
  const offered = sales.filter(isLive).reduce((sum, order) => sum + order.quantity - filledOf(order), 0)
  const isOver = trade.state === 'closed' || trade.state === 'abandoned'
  // A sale that may have been placed is not placed again before that is settled: the doubt itself is reported.
  const awaitsDoubt = book.intents.some(
    (intent) => intent.tradeId === trade.id && intent.tag !== null && intent.kind !== 'enter' && isOpen(intent),
  )
  if (held > offered && !awaitsDoubt)
    report('unprotected', `trade ${trade.id} holds ${held} units and offers ${offered}`)
  if (offered > held) report('oversold', `trade ${trade.id} holds ${held} units and offers ${offered}`)
  if (isOver && held !== 0) report('state', `trade ${trade.id} is ${trade.state} and holds ${held} units`)
  if (held > 0 && trade.state === 'entering') report('state', `trade ${trade.id} is entering and holds ${held} units`)
  if (isOver)
    for (const order of [...buys, ...sales].filter(isLive))
      report('stray', `trade ${trade.id} is ${trade.state}, its order ${order.orderId} is ${order.status}`)
  if (trade.state === 'closed') {
    const booked = book.fills.filter((fill) => fill.tradeId === trade.id && fill.isManual)
    const atExchange = taken.flatMap((order) => order.fills.map((fill) => ({ ...fill, order: order.orderId })))
    const manual = booked.map(({ key, quantity, price }) => {
      const whole = atExchange.find((fill) => key.startsWith(`${fill.order}/${fill.tradeId}/`))
      return { at: whole?.at ?? 0, quantity, price }
    })
    const gross = soldFor([...sales.flatMap((order) => order.fills), ...manual], units(buys)) - valueOf(buys)
    if (trade.gross !== gross) report('result', `trade ${trade.id} earned ${gross}, the store says ${trade.gross}`)
  }
}

type IntentsByTag = ReadonlyMap<string | null, StoredIntent>

function intentsByTag(book: StoredAccount): IntentsByTag {
  return new Map(book.intents.map((intent) => [intent.tag, intent]))
}

/** The exchange's orders of each trade, by the tags of its intents. */
function ordersByTrade(
  intents: IntentsByTag,
  taken: readonly ExchangeOrder[],
): (tradeId: string, side: OrderSide) => readonly ExchangeOrder[] {
  const key = (tradeId: string | undefined, side: string) => `${side} ${tradeId ?? ''}`
  const tagged = taken.filter((order) => order.tag !== null)
  const groups = Map.groupBy(tagged, (order) => key(intents.get(order.tag)?.tradeId, order.side))
  return (tradeId, side) => groups.get(key(tradeId, side)) ?? []
}

/** What the oldest sales brought, up to `bought` units, in paise: what was sold beyond that is a short position. */
function soldFor(
  sales: readonly { readonly at: number; readonly quantity: number; readonly price: number }[],
  bought: number,
): number {
  let left = bought
  let value = 0
  for (const { quantity, price } of sales.toSorted((a, b) => a.at - b.at)) {
    const counted = Math.min(left, quantity)
    value += counted * price
    left -= counted
  }
  return value
}

/** Price × quantity of all fills, in paise. */
function valueOf(orders: readonly ExchangeOrder[]): number {
  return orders.reduce((sum, order) => order.fills.reduce((part, one) => part + one.quantity * one.price, sum), 0)
}

interface JournalRow {
  readonly seq: number
  readonly at: number
  readonly batch_id: string
  readonly change: unknown
  readonly hash: string
  readonly prev_hash: string
}
interface JournalEnd {
  readonly seq: number
  readonly hash: string
}

const JOURNAL_START: JournalEnd = { seq: 0, hash: '0'.repeat(64) }

/** What is wrong with an account's journal from `whole` on: a gap, a row that was changed, an end that does not fit. */
function faultOf(
  account: string,
  rows: readonly JournalRow[],
  whole: JournalEnd,
  end: JournalEnd | undefined,
): string | undefined {
  let { seq, hash } = whole
  for (const row of rows) {
    if (row.seq !== seq + 1) return `row ${row.seq} follows ${seq}`
    const text = sorted([hash, account, row.seq, row.at, row.batch_id, row.change])
    if (row.prev_hash !== hash || row.hash !== createHash('sha256').update(text).digest('hex'))
      return `row ${row.seq} does not hash to what stands there`
    seq = row.seq
    hash = row.hash
  }
  return end === undefined || (end.seq === seq && end.hash === hash) ? undefined : `it ends at ${seq}, not ${end.seq}`
}

/** JSON with sorted keys. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
