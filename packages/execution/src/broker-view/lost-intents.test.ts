import { describe, expect, it } from 'vitest'
import type { Intent } from '../intent/intent.ts'
import { tagOf } from '../intent/tag.ts'
import type { BrokerOrder } from '../order/order.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import {
  accepted,
  ago,
  BOUGHT,
  ENTERING,
  inDoubt,
  intent,
  NOW,
  OPEN,
  order,
  place,
  refused,
} from '../testing/trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { findLostIntent } from './lost-intents.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const ID = '0mz3k9x1a0000b7q2'
const OTHER: Trade = { ...ENTERING, id: 't2', decisionId: 'd2' }
const CLOSED = { ...OPEN, state: 'closed', exitReason: 'stop', closedAt: NOW, traded: 65, result: null } as Trade
const entry = (change: Partial<BrokerOrder> = {}): BrokerOrder => ({ ...BOUGHT, tag: tagOf('enter', ID, 1), ...change })
const stop = (change: Partial<BrokerOrder> = {}): BrokerOrder => ({
  ...order('77'),
  tag: tagOf('protect', ID, 1),
  ...change,
})
const enter = (outcome: Intent['outcome']) => intent('enter', place('BUY'), outcome)
const sold = (id: string, filled = 65) => order(id, { phase: 'complete', filled, quantity: filled })
const buyBack = (change: Partial<BrokerOrder> = {}): BrokerOrder => ({
  ...order('79', { side: 'BUY', kind: 'LIMIT', phase: 'complete', quantity: 65, filled: 65 }),
  tag: tagOf('cover', ID, 1),
  ...change,
})
const cover = (outcome: Intent['outcome']) => ({ ...intent('cover', place('BUY'), outcome), id: 'i-c1' })
const covered = order('c1', { intentId: 'i-c1', side: 'BUY', phase: 'complete', filled: 65, quantity: 65 })

interface Rows {
  readonly trades: readonly Trade[]
  readonly intents?: readonly Intent[]
  readonly orders?: readonly (typeof BOUGHT)[]
}

async function found(rows: Rows, ...book: BrokerOrder[]): Promise<unknown> {
  const unitOfWork = await new StagedAccount().unitOfWork(...changesOf({ intents: [], orders: [], ...rows }))
  const lost = findLostIntent(unitOfWork, book, NOW, TEST_BROKER)
  return lost && [lost.order.orderId, lost.intent.kind, lost.intent.tradeId, lost.intent.attempt]
}

const bought = { ...BOUGHT, quantity: 260, filled: 260 }
const FOUR: Rows = { trades: [{ ...OPEN, lots: 4, quantity: 260 }], orders: [bought, order('s1', { quantity: 130 })] }
const part = (change: Partial<BrokerOrder> = {}): BrokerOrder => ({
  ...order('78', { kind: 'LIMIT', phase: 'complete', quantity: 130, filled: 130 }),
  tag: tagOf('reduce', ID, 1),
  ...change,
})
const HELD: Rows = { trades: [OPEN], orders: [BOUGHT] }
const ENTRY = [BOUGHT.orderId, 'enter', ENTERING.id, 1]
const SHORT: Rows = { trades: [CLOSED], orders: [BOUGHT, sold('s1'), sold('s2')] }
const COVER = ['79', 'cover', CLOSED.id, 1]
const STOP = ['77', 'protect', OPEN.id, 1]

describe('the intent of an order with a tag of ours that no row has', () => {
  it.each<[what: string, rows: Rows, book: BrokerOrder[], is: unknown]>([
    ['belongs to the one trade without an entry', { trades: [ENTERING] }, [entry()], ENTRY],
    [
      'belongs to a trade that was refused its first try',
      { trades: [ENTERING], intents: [enter(refused('funds', 9))] },
      [entry({ tag: tagOf('enter', ID, 2) })],
      [...ENTRY.slice(0, 3), 2],
    ],
    ['is no try that a row has', { trades: [ENTERING], intents: [enter(refused('funds', 9))] }, [entry()], undefined],
    [
      'is no try beside one in doubt',
      { trades: [ENTERING], intents: [enter(inDoubt(9))] },
      [entry({ tag: tagOf('enter', ID, 2) })],
      undefined,
    ],
    ['sells a part beside the stop of the rest', FOUR, [part()], ['78', 'reduce', OPEN.id, 1]],
    [
      'is no part of what the stop is for',
      { ...FOUR, orders: [bought, order('s1', { quantity: 260 })] },
      [part()],
      undefined,
    ],
    [
      'sells no part beside a sale in doubt',
      { ...FOUR, intents: [intent('reduce', place('SELL'), inDoubt(9))] },
      [part({ tag: tagOf('reduce', ID, 2) })],
      undefined,
    ],
    ['is no second purchase of a position', HELD, [entry({ orderId: '78', tag: tagOf('enter', ID, 2) })], undefined],
    ['is unknown where two trades may own it', { trades: [ENTERING, OTHER] }, [entry()], undefined],
    ['is unknown where its trade is closed', { trades: [CLOSED] }, [entry()], undefined],
    ['is not of a trade that began later', { trades: [ENTERING] }, [entry({ updatedAt: ago(600_000) })], undefined],
    ['is not of a trade in another product', { trades: [ENTERING] }, [entry({ product: 'NRML' })], undefined],
    ['is not of a trade of fewer units', { trades: [ENTERING] }, [entry({ quantity: 130 })], undefined],
    ['is not of another side', { trades: [ENTERING] }, [entry({ side: 'SELL' })], undefined],
    ['is the stop of what is held', HELD, [stop()], STOP],
    ['is the stop that sold it', HELD, [stop({ phase: 'complete', filled: 65 })], STOP],
    ['is no stop for more than is held', HELD, [stop({ quantity: 130 })], undefined],
    ['is no stop beside another', { trades: [OPEN], orders: [BOUGHT, order('s1')] }, [stop()], undefined],
    [
      'is no stop beside one in doubt',
      { ...HELD, intents: [intent('protect', place('SELL'), inDoubt(9))] },
      [stop({ tag: tagOf('protect', ID, 2) })],
      undefined,
    ],
    [
      'is no stop that a row has',
      { ...HELD, intents: [intent('protect', place('SELL'), accepted('s0', 9))] },
      [stop({ updatedAt: NOW })],
      undefined,
    ],
    [
      'is a stop that was there before the try of the same number, which came to nothing',
      {
        trades: [{ ...OPEN, createdAt: ago(60_000) }],
        intents: [{ ...intent('protect', place('SELL'), refused('funds', 9)), createdAt: ago(40_000) }],
        orders: [BOUGHT],
      },
      [stop({ updatedAt: ago(50_000) })],
      STOP,
    ],
    [
      'is no stop of the time of the try of the same number',
      {
        trades: [{ ...OPEN, createdAt: ago(60_000) }],
        intents: [{ ...intent('protect', place('SELL'), refused('funds', 9)), createdAt: ago(40_000) }],
        orders: [BOUGHT],
      },
      [stop({ updatedAt: ago(42_000) })],
      undefined,
    ],
    [
      'is no stop where a purchase in its contract is unknown',
      HELD,
      [entry({ orderId: '76', tag: tagOf('enter', '0mz3k9x1a0000b7q1', 1) }), stop()],
      undefined,
    ],
    ['is what bought back a second sale of ours', SHORT, [buyBack()], COVER],
    ['is what is to buy it back', SHORT, [buyBack({ phase: 'open', filled: 0 })], COVER],
    [
      'is what bought back the rest of it',
      { ...SHORT, intents: [cover(accepted('c1', 9))], orders: [BOUGHT, sold('s1'), sold('s2', 130), covered] },
      [buyBack({ tag: tagOf('cover', ID, 2) })],
      [...COVER.slice(0, 3), 2],
    ],
    ['is of the trade that bought last', { ...SHORT, trades: [{ ...CLOSED, id: 't0' }, CLOSED] }, [buyBack()], COVER],
    ['buys back no more than our orders sold short', SHORT, [buyBack({ quantity: 130, filled: 130 })], undefined],
    [
      'buys back nothing where that was done',
      { ...SHORT, intents: [cover(accepted('c1', 9))], orders: [BOUGHT, sold('s1'), sold('s2'), covered] },
      [buyBack({ tag: tagOf('cover', ID, 2) })],
      undefined,
    ],
    [
      'buys back nothing where nothing was short',
      { trades: [CLOSED], orders: [BOUGHT, sold('s1')] },
      [buyBack()],
      undefined,
    ],
    [
      'is no second purchase beside one in doubt',
      { ...SHORT, intents: [cover(inDoubt(9))] },
      [buyBack({ tag: tagOf('cover', ID, 2) })],
      undefined,
    ],
    ['is no sale', SHORT, [buyBack({ side: 'SELL' })], undefined],
    [
      'buys nothing back where a sale of ours in its contract is unknown as well',
      SHORT,
      [buyBack(), stop({ orderId: '80', tag: tagOf('exit', '0mz3k9x1a0000b7q1', 2), phase: 'complete', filled: 65 })],
      undefined,
    ],
    ['is not looked for by a tag unlike ours', HELD, [stop({ tag: 'scalper' })], undefined],
  ])('%s', async (_what, rows, book, is) => expect(await found(rows, ...book)).toEqual(is))
})

it.each([
  ['as an immediate order', true, 'IOC'],
  ['as a DAY order where there are no immediate ones', false, 'DAY'],
] as const)('a lost entry was placed %s', async (_what, immediateOrCancel, validity) => {
  const unitOfWork = await new StagedAccount().unitOfWork(...changesOf({ intents: [], orders: [], trades: [ENTERING] }))
  const lost = findLostIntent(unitOfWork, [entry()], NOW, { ...TEST_BROKER, immediateOrCancel })
  expect(lost?.intent.call).toMatchObject({ order: { terms: { kind: 'LIMIT', validity } } })
})
