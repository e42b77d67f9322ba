// @invariant disagreement-reported
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '@strikewise/execution/order/order.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { CoverPnl, Trade } from '@strikewise/execution/trade/trade.ts'
import { describe, expect, it } from 'vitest'
import type { FindingCode } from '../store/tables/audit-tables.ts'
import { findingCode, type BrokerAccountSnapshot, type StoredAccountSnapshot } from './audit-snapshot.ts'
import { reconcileAccount } from './reconcile-account.ts'
import { BROKER as PRODUCT_BROKER } from '@strikewise/brokers/product-broker.ts'

const ON = '2026-11-20' as IstDate
const TEN = istInstant(ON, 10, 0)
const NOW = (TEN + 60_000) as EpochMs
const SYMBOL = 'NIFTY26NOV25000CE'
const [BUY_TAG, STOP_TAG, COVER_TAG] = ['emu3kz8x10001aaaaa01', 'smu3kz8x20001bbbbb01', 'bmu3kz8x30001ccccc01']

/** 75 calls bought at 100.00, the stop resting for all of them; both sides show the same. */
const held: Extract<Trade, { state: 'open' }> = {
  state: 'open',
  id: 't1',
  accountId: 'u1',
  userId: 'u1',
  mode: 'paper',
  on: ON,
  decisionId: 'd1',
  direction: 'up',
  contract: {
    token: 1,
    tradingsymbol: SYMBOL,
    symbol: 'NIFTY',
    expiry: '2026-11-24' as IstDate,
    strike: 25_000,
    side: 'CE',
    tickSize: 5 as Paise,
    lotSize: 75,
  },
  product: 'MIS',
  lots: 1,
  quantity: 75,
  entrySettings: { slBuffer: 1000 as Paise, trailing: false, stopDistance: 2000 as Paise, firstMid: 10_000 as Paise },
  createdAt: TEN,
  manualExitQuantity: 0,
  enteredAt: TEN,
  entryPrice: 10_000 as Paise,
  risk: 2000 as Paise,
  trigger: 8000 as Paise,
  bestBid: 10_000 as Paise,
}
const closed: Extract<Trade, { state: 'closed' }> = {
  ...held,
  state: 'closed',
  exitReason: 'stop',
  closedAt: TEN,
  traded: 75,
  result: {
    entryValue: 750_000 as Paise,
    exitValue: 600_000 as Paise,
    gross: -150_000 as Paise,
    charges: 0 as Paise,
    net: -150_000 as Paise,
  },
}
const abandoned: Trade = { ...held, state: 'abandoned', abandonedAt: TEN, why: 'in_doubt' }
const bought: BrokerOrder = {
  orderId: 'o1',
  tag: BUY_TAG,
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
  updatedAt: TEN,
  message: null,
}
const stop: BrokerOrder = {
  ...bought,
  orderId: 'o2',
  tag: STOP_TAG,
  side: 'SELL',
  phase: 'armed',
  kind: 'SL',
  price: 7000 as Paise,
  trigger: 8000 as Paise,
  filled: 0,
}
const stopped: BrokerOrder = { ...stop, phase: 'complete', filled: 75 }
const buy = fill('o1', 'f1', 'BUY', 10_000)
const sale = fill('o2', 'f2', 'SELL', 8000)
const coverFill = { ...fill('o3', 'f3', 'BUY', 9000), at: (TEN + 2_000) as EpochMs }
/** At the price of the closed trade's result: our own sale came later and is the short. */
const manualSale = { ...fill('x1', 'f9', 'SELL', 8000), at: (TEN - 1_000) as EpochMs }
const POSITION = { tradingsymbol: SYMBOL, product: 'MIS', quantity: 75 }

const STORE: StoredAccountSnapshot = {
  on: ON,
  trades: [held],
  intents: [intent('i1', BUY_TAG, 'enter', 'o1'), intent('i2', STOP_TAG, 'protect', 'o2')],
  orders: [record(bought, 'i1'), record(stop, 'i2')],
  fills: [buy],
  journalFindings: [],
}
const BROKER: BrokerAccountSnapshot = { readAt: NOW, orders: [bought, stop], fills: [buy], positions: [POSITION] }
/** The same trade after its stop was hit. */
const ENDED_STORE: StoredAccountSnapshot = {
  ...STORE,
  trades: [closed],
  orders: [record(bought, 'i1'), record(stopped, 'i2')],
  fills: [buy, sale],
}
const ENDED_BROKER: BrokerAccountSnapshot = { ...BROKER, orders: [bought, stopped], fills: [buy, sale], positions: [] }

/** The user sold manually a second before the stop: what the stop sold was short, and bought back for 1,000 paise a unit more. */
const COVER: CoverPnl = {
  units: 75,
  soldValue: 600_000 as Paise,
  boughtValue: 675_000 as Paise,
  gross: -75_000 as Paise,
  charges: chargesOf([], PRODUCT_BROKER.profile.brokerage),
  net: -75_000 as Paise,
  soldAt: TEN,
  boughtAt: coverFill.at,
}
const raced = { ...closed, manualExitQuantity: 75, cover: COVER }
const RACED_STORE: StoredAccountSnapshot = {
  ...ENDED_STORE,
  trades: [raced],
  intents: [...ENDED_STORE.intents, intent('i3', COVER_TAG, 'cover', 'o3')],
  orders: [...ENDED_STORE.orders, record({ ...bought, orderId: 'o3', tag: COVER_TAG }, 'i3')],
  fills: [buy, { ...manualSale, fillId: 'f9/1', isManual: true }, sale, coverFill],
}
const RACED_BROKER: BrokerAccountSnapshot = {
  ...ENDED_BROKER,
  orders: [bought, stopped, { ...bought, orderId: 'o3', tag: COVER_TAG }],
  fills: [buy, manualSale, sale, coverFill],
}

interface Case {
  readonly what: string
  readonly store?: Partial<StoredAccountSnapshot>
  readonly broker?: Partial<BrokerAccountSnapshot>
  readonly ended?: boolean
  readonly afterClose?: boolean
  readonly found: readonly FindingCode[]
}

const withdrawn = intent('i2', STOP_TAG, 'protect', { state: 'absent', at: TEN })
const CASES: readonly Case[] = [
  { what: 'a position under its stop', found: [] },
  { what: 'a closed trade, told alike', ended: true, found: [] },
  { what: 'a closed trade, told alike, after the close', ended: true, afterClose: true, found: [] },
  {
    what: "an order of the user's own, in another contract",
    broker: { orders: [bought, stop, { ...bought, orderId: 'o9', tag: 'myapp', tradingsymbol: 'OTHER' }] },
    found: [],
  },
  {
    what: 'a stop on its way',
    store: { intents: [STORE.intents[0]!, recent()], orders: [record(bought, 'i1')] },
    broker: { orders: [bought] },
    found: [],
  },
  {
    what: 'a part between its stop and its sale',
    store: {
      intents: [
        STORE.intents[0]!,
        { ...recent(), kind: 'reduce', outcome: { state: 'refused', at: NOW, code: 'other', text: 'No.' } },
      ],
      orders: [record(bought, 'i1')],
    },
    broker: { orders: [bought] },
    found: [],
  },
  {
    what: 'an exit that has been on its way for too long',
    store: {
      intents: [STORE.intents[0]!, { ...recent(), createdAt: (NOW - 11_000) as EpochMs }],
      orders: [record(bought, 'i1')],
    },
    broker: { orders: [bought] },
    found: ['unprotected'],
  },
  {
    what: 'a tag accepted twice',
    broker: { orders: [bought, stop, { ...stop, orderId: 'o3' }] },
    found: ['tag_twice', 'order_unknown', 'oversold'],
  },
  {
    what: 'an order under a tag like ours that no intent has',
    broker: { orders: [bought, stop, { ...stop, orderId: 'o3', tag: 'smu3kz8x20001ccccc01' }] },
    found: ['order_without_intent'],
  },
  {
    what: 'an order the store never heard of',
    store: { orders: [record(bought, 'i1')] },
    found: ['order_unknown'],
  },
  {
    what: 'an order that was called absent and exists',
    store: { intents: [STORE.intents[0]!, withdrawn] },
    found: ['intent_denied'],
  },
  {
    what: 'an accepted order that is gone, and the stop with it',
    broker: { orders: [bought] },
    found: ['order_missing', 'unprotected'],
  },
  { what: 'a fill that is not booked', store: { fills: [] }, found: ['fill_missing'] },
  {
    what: 'a fill booked a paisa off',
    store: { fills: [{ ...buy, price: 10_001 as Paise }] },
    found: ['fill_differs'],
  },
  { what: 'a fill the broker does not have', store: { fills: [buy, sale] }, found: ['fill_foreign'] },
  {
    what: 'a result a paisa off',
    ended: true,
    store: { trades: [{ ...closed, result: { ...closed.result!, gross: -149_999 as Paise } }] },
    found: ['result_differs'],
  },
  {
    what: 'fewer units in the store than at the broker',
    store: { orders: [record({ ...bought, filled: 50 }, 'i1'), record(stop, 'i2')] },
    found: ['quantity_differs'],
  },
  {
    what: 'a trade called closed whose stop still rests',
    store: { trades: [{ ...closed, result: null }] },
    found: ['quantity_differs', 'stray_order'],
  },
  {
    what: 'an abandoned entry that filled after all',
    store: {
      trades: [abandoned],
      intents: [intent('i1', BUY_TAG, 'enter', { state: 'absent', at: TEN })],
      orders: [],
      fills: [],
    },
    broker: { orders: [bought] },
    found: ['fill_missing', 'intent_denied', 'order_unknown', 'quantity_differs', 'quantity_differs', 'unprotected'],
  },
  {
    what: 'a stop for less than is held',
    broker: { orders: [bought, { ...stop, quantity: 50 }] },
    found: ['unprotected'],
  },
  {
    what: 'sales for more than is held',
    broker: { orders: [bought, { ...stop, quantity: 100 }] },
    found: ['oversold'],
  },
  { what: 'a position sold outside the product', broker: { positions: [] }, found: ['position_short'] },
  {
    what: 'a manual sale, noticed',
    store: {
      trades: [{ ...held, manualExitQuantity: 25 }],
      fills: [buy, { ...sale, orderId: 'x1', fillId: 'f9/1', quantity: 25, isManual: true }],
    },
    broker: {
      orders: [bought, { ...stop, quantity: 50 }],
      fills: [buy, { ...sale, orderId: 'x1', fillId: 'f9', quantity: 25 }],
      positions: [{ ...POSITION, quantity: 50 }],
    },
    found: [],
  },
  {
    what: 'a manual sale booked for more than was sold',
    store: {
      trades: [{ ...held, manualExitQuantity: 25 }],
      fills: [buy, { ...sale, orderId: 'x1', fillId: 'f9/1', quantity: 25, isManual: true }],
    },
    broker: {
      orders: [bought, { ...stop, quantity: 50 }],
      fills: [buy, { ...sale, orderId: 'x1', fillId: 'f9', quantity: 20 }],
      positions: [{ ...POSITION, quantity: 55 }],
    },
    found: ['fill_differs'],
  },
  {
    what: 'a manual sale a second before our stop, and the short bought back',
    store: RACED_STORE,
    broker: RACED_BROKER,
    found: [],
  },
  {
    what: 'a short bought back, not booked',
    store: { ...RACED_STORE, trades: [{ ...closed, manualExitQuantity: 75 }] },
    broker: RACED_BROKER,
    found: ['cover_differs'],
  },
  {
    what: 'a short bought back, booked at another price',
    store: { ...RACED_STORE, trades: [{ ...raced, cover: { ...COVER, gross: -75_001 as Paise } }] },
    broker: RACED_BROKER,
    found: ['cover_differs'],
  },
  {
    what: 'a cover booked that the broker does not show',
    store: { ...ENDED_STORE, trades: [{ ...closed, cover: COVER }] },
    broker: ENDED_BROKER,
    found: ['cover_differs'],
  },
  {
    what: "a short bought back beside a purchase of the user's own, which says nothing of the cover",
    store: { ...RACED_STORE, trades: [{ ...closed, manualExitQuantity: 75 }] },
    broker: {
      ...RACED_BROKER,
      fills: [...RACED_BROKER.fills, fill('x2', 'f10', 'BUY', 9000), fill('x3', 'f11', 'SELL', 9500)],
    },
    found: [],
  },
  { what: 'a position held after the close', afterClose: true, found: ['not_flat'] },
]

describe('comparing the books of one account', () => {
  for (const { what, store, broker, ended = false, afterClose = false, found } of CASES)
    it(`${what}: ${found.join(', ') || 'nothing'}`, () => {
      const left = { ...(ended ? ENDED_STORE : STORE), ...store }
      const right = { ...(ended ? ENDED_BROKER : BROKER), ...broker }
      const codes = reconcileAccount(left, right, NOW, afterClose).map(findingCode)
      expect(codes.toSorted()).toEqual(found.toSorted())
    })
})

function fill(orderId: string, fillId: string, side: OrderSide, price: number): Fill {
  return {
    accountId: 'u1',
    tradeId: 't1',
    isManual: false,
    orderId,
    fillId,
    side,
    quantity: 75,
    price: price as Paise,
    at: TEN,
    tradingsymbol: SYMBOL,
    product: 'MIS',
  }
}

function intent(
  id: string,
  tag: string,
  kind: 'enter' | 'protect' | 'cover',
  outcome: string | Intent['outcome'],
): Intent {
  return {
    id,
    accountId: 'u1',
    tradeId: 't1',
    kind,
    attempt: 1,
    call: {
      type: 'place',
      order: {
        tag,
        tradingsymbol: SYMBOL,
        side: kind === 'protect' ? 'SELL' : 'BUY',
        product: 'MIS',
        terms: { kind: 'LIMIT', quantity: 75, price: 10_000 as Paise, validity: 'IOC' },
      },
    },
    reason: 'entry',
    on: ON,
    createdAt: TEN,
    epoch: 1,
    deadline: TEN,
    outcome: typeof outcome === 'string' ? { state: 'accepted', at: TEN, orderId: outcome } : outcome,
  }
}

/** The protecting intent, sent a moment ago. */
function recent(): Intent {
  return { ...intent('i2', STOP_TAG, 'protect', { state: 'sending' }), createdAt: (NOW - 1_000) as EpochMs }
}

function record(order: BrokerOrder, intentId: string): OrderRecord {
  return { ...order, accountId: 'u1', tradeId: 't1', intentId, acknowledgedAt: TEN, seenAt: TEN, modifies: 0 }
}
