import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { describe, expect, it } from 'vitest'
import type { BrokerOrder } from '../order/order.ts'
import {
  accepted,
  ago,
  BOUGHT,
  ENTERING,
  inDoubt,
  intent,
  OPEN,
  order,
  place,
  refused,
  viewOf,
  type Fixture,
} from '../testing/trade-fixture.ts'
import { blockingSellOrder } from './blocking-sell-order.ts'

const theirs = order('77', { kind: 'LIMIT', phase: 'open', tag: null })
const tried = (outcome: ReturnType<typeof refused>) => intent('protect', place('SELL'), outcome)
const noMargin: Fixture = { trade: OPEN, orders: [BOUGHT], intents: [tried(refused('funds', 10))] }
const rejected: Fixture = {
  trade: OPEN,
  orders: [BOUGHT, order('s1', { phase: 'rejected' })],
  intents: [intent('protect', place('SELL'), accepted('s1', 10))],
}

describe('another party’s sale over a position', () => {
  it.each<[what: string, on: Fixture, others: BrokerOrder[], notified: boolean]>([
    ['is notified when ours was rejected for lack of margin', noMargin, [theirs], true],
    ['is notified when ours was accepted and then rejected', rejected, [theirs], true],
    ['is none', noMargin, [], false],
    ['in another contract is none', noMargin, [{ ...theirs, tradingsymbol: 'NIFTY26D0124100CE' }], false],
    ['in another product is none', noMargin, [{ ...theirs, product: 'NRML' }], false],
    ['is theirs while we hold nothing yet', { ...noMargin, trade: ENTERING }, [theirs], false],
    ['is theirs once nothing is held', { ...noMargin, trade: { ...OPEN, manualExitQuantity: 65 } }, [theirs], false],
    ['is no trouble while our stop rests', { ...noMargin, orders: [BOUGHT, order('s1')] }, [theirs], false],
    [
      'is not notified while a sale of ours may have been taken',
      { ...noMargin, intents: [intent('protect', place('SELL'), inDoubt(20)), tried(refused('funds', 10))] },
      [theirs],
      false,
    ],
    [
      'is not why ours was refused for something else',
      { ...noMargin, intents: [tried(refused('price_band', 10))] },
      [theirs],
      false,
    ],
    [
      'is not why ours was refused when an earlier one was rejected',
      { ...rejected, intents: [...rejected.intents!, tried(refused('price_band', 5))] },
      [theirs],
      false,
    ],
    [
      'is not why ours ended otherwise',
      { ...rejected, orders: [BOUGHT, order('s1', { phase: 'cancelled' })] },
      [theirs],
      false,
    ],
    [
      'is notified whatever became of an entry afterwards',
      { ...noMargin, intents: [...noMargin.intents!, intent('enter', place('BUY'), refused('price_band', 5))] },
      [theirs],
      true,
    ],
    [
      'is not why an entry was refused',
      { ...noMargin, intents: [intent('enter', place('BUY'), refused('funds', 5))] },
      [theirs],
      false,
    ],
  ])('%s', (_what, on, others, notified) =>
    expect(blockingSellOrder(viewOf(on), others)).toEqual(
      notified
        ? { code: 'alarm.in_the_way', contract: contractRef(OPEN.contract), units: 65, orders: ['77'] }
        : undefined,
    ),
  )

  it('is notified with every order it is, and how much they would sell together', () => {
    const more = order('78', { kind: 'LIMIT', phase: 'open', filled: 15, acknowledgedAt: ago(5) })
    expect(blockingSellOrder(viewOf(noMargin), [more, theirs])).toEqual({
      code: 'alarm.in_the_way',
      contract: contractRef(OPEN.contract),
      units: 115,
      orders: ['78', '77'],
    })
  })
})
