import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import { tagOf } from '@strikewise/execution/intent/tag.ts'
import type { BrokerOrder, OrderRecord } from '@strikewise/execution/order/order.ts'
import type { BrokerFill, Fill } from '@strikewise/execution/trade/fill.ts'
import { describe, expect, it } from 'vitest'
import type { AuditFinding, BrokerAccountSnapshot, StoredAccountSnapshot } from '../audit/audit-snapshot.ts'
import { executionIds } from '../execution/ids.ts'
import { brokerSnapshotAt, settledFindings } from './broker-snapshot-at.ts'

const ON = '2026-11-20' as IstDate
const AT = istInstant(ON, 11)
const after = (seconds: number) => (AT + seconds * 1000) as EpochMs
const SYMBOL = 'NIFTY26NOV25000CE'

/** An order that was placed and last moved so many seconds after the instant. */
function order(orderId: string, placed: number, moved: number, change: Partial<BrokerOrder> = {}): BrokerOrder {
  return {
    orderId,
    tag: tagOf('enter', executionIds({ now: () => after(placed) }).next('intent'), 1),
    tradingsymbol: SYMBOL,
    side: 'BUY',
    product: 'MIS',
    phase: 'complete',
    kind: 'LIMIT',
    quantity: 75,
    price: 10_000 as Paise,
    trigger: 0 as Paise,
    filled: 75,
    averagePrice: 10_000,
    updatedAt: after(moved),
    message: null,
    ...change,
  }
}
const fill = (orderId: string, seconds: number, quantity = 75): BrokerFill => ({
  fillId: `f${seconds}`,
  orderId,
  tradingsymbol: SYMBOL,
  side: 'BUY',
  product: 'MIS',
  quantity,
  price: 10_000 as Paise,
  at: after(seconds),
})
const book = (orders: readonly BrokerOrder[], fills: readonly BrokerFill[], quantity: number) => ({
  readAt: after(600),
  orders,
  fills,
  positions: [{ tradingsymbol: SYMBOL, product: 'MIS', quantity }],
})
const EMPTY: StoredAccountSnapshot = { on: ON, trades: [], intents: [], orders: [], fills: [], journalFindings: [] }
const stored = (orders: readonly BrokerOrder[], fills: readonly BrokerFill[] = []): StoredAccountSnapshot => ({
  ...EMPTY,
  orders: orders.map((one) => ({ ...one, tradeId: 't1' }) as OrderRecord),
  fills: fills.map((one) => ({ ...one, tradeId: 't1', isManual: false }) as Fill),
})
const then = (broker: BrokerAccountSnapshot, store = EMPTY) => brokerSnapshotAt(broker, store, AT)

describe("the broker's books at an instant", () => {
  it('are the present ones where nothing came later', () => {
    const broker = book([order('o1', -60, -59)], [fill('o1', -59)], 75)
    expect(then(broker)).toEqual({ snapshot: broker, later: { orders: 0, fills: 0 } })
  })

  it('lack the orders and fills of later, and positions are without them', () => {
    const broker = book([order('o1', -60, -59), order('o2', 30, 31)], [fill('o1', -59), fill('o2', 31, 50)], 125)
    expect(then(broker)).toMatchObject({
      snapshot: { orders: [{ orderId: 'o1' }], fills: [{ orderId: 'o1' }], positions: [{ quantity: 75 }] },
      later: { orders: 1, fills: 1 },
    })
  })

  it('have a position that was sold later', () => {
    const sale = { ...fill('x1', 40), side: 'SELL' as const }
    const broker = { ...book([order('o1', -60, -59)], [fill('o1', -59), sale], 0), positions: [] }
    expect(then(broker).snapshot.positions).toEqual([{ tradingsymbol: SYMBOL, product: 'MIS', quantity: 75 }])
  })

  it('show an order that moved later as the store has it, filled as far as it was', () => {
    const now = order('o1', -60, 20, { phase: 'complete', quantity: 75, filled: 75, trigger: 9_000 as Paise })
    const known = order('o1', -60, -59, { phase: 'armed', quantity: 75, filled: 0, trigger: 8_000 as Paise })
    const { snapshot } = then(book([now], [fill('o1', -30, 25), fill('o1', 20, 50)], 0), stored([known]))
    expect(snapshot.orders).toMatchObject([{ phase: 'armed', trigger: 8_000, filled: 25 }])
  })

  it('have what happened in the last seconds only where the store has it', () => {
    const broker = book([order('o1', -3, -2)], [fill('o1', -2)], 75)
    expect(then(broker)).toMatchObject({ later: { orders: 1, fills: 1 }, snapshot: { positions: [{ quantity: 0 }] } })
    expect(then(broker, stored(broker.orders, broker.fills))).toMatchObject({
      later: { orders: 0, fills: 0 },
      snapshot: { positions: [{ quantity: 75 }] },
    })
  })

  it('show an order of ours that the store lacks, though it moved later', () => {
    expect(then(book([order('o1', -60, 20)], [], 0)).snapshot.orders).toMatchObject([{ orderId: 'o1', filled: 0 }])
  })
})

describe('a finding about a trade', () => {
  const finding = (code: 'audit.unprotected' | 'audit.order_unknown'): AuditFinding =>
    ({ subject: 't1', message: { code, held: 75, offered: 0 } }) as unknown as AuditFinding
  const findings = [finding('audit.unprotected'), finding('audit.order_unknown')]
  const codes = (store: StoredAccountSnapshot, fills: readonly BrokerFill[] = []) =>
    settledFindings(findings, store, book([], fills, 0), AT).map(({ message }) => message.code)
  const intent = (seconds: number) =>
    ({ tradeId: 't1', createdAt: after(seconds), outcome: { state: 'sending' } }) as Intent

  it('counts once its trade has been still for ten seconds', () => {
    expect(codes({ ...EMPTY, intents: [intent(-11)] })).toEqual(['audit.unprotected', 'audit.order_unknown'])
  })

  it('does not count while its trade moves, unless it is about a row', () => {
    expect(codes({ ...EMPTY, intents: [intent(-3)] })).toEqual(['audit.order_unknown'])
    expect(codes(stored([order('o1', -60, -5)]), [fill('o1', -5)])).toEqual(['audit.order_unknown'])
  })
})
