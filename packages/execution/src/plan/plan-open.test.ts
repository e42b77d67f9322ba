// @invariant stop-raised-by-modify
import { describe, expect, it } from 'vitest'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import type { Outcome } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { rs } from '../testing/scenario.ts'
import {
  ago,
  accepted,
  bidOf,
  BOUGHT,
  cancel,
  envOf,
  inDoubt,
  intent,
  modify,
  OPEN,
  order,
  place,
  refused,
  sending,
  notified,
  viewOf,
  type Fixture,
} from '../testing/trade-fixture.ts'
import { planTrade } from './plan.ts'
import type { PlanEnv } from './steps.ts'

const held: Fixture = { trade: OPEN, orders: [BOUGHT] }
const TWICE = { ...BOUGHT, quantity: 130, filled: 130 }
const PLACE = 'place SELL SL 65 @ 120/110 (stop)'

/** The bought position, its stop placed a minute ago, and what came after. */
function fixture(stop: OrderRecord, ...later: NonNullable<Fixture['intents']>): Fixture {
  return {
    trade: OPEN,
    orders: [BOUGHT, stop],
    intents: [intent('protect', place('SELL'), accepted(stop.orderId, 60_000)), ...later],
  }
}

function plan(on: Fixture, env: Partial<PlanEnv> = {}): string[] {
  const view: TradeSnapshot = viewOf(on)
  return notified(planTrade(view, envOf(env)))
}

const resting = fixture(order('s1'))
const afterHours = envOf().session!.closesAt

describe('a position that is held', () => {
  it.each<[when: string, on: Fixture, env: Partial<PlanEnv>, does: string[]]>([
    ['its stop rests', resting, {}, []],
    ['there is a reason to leave', resting, { exit: 'target' }, ['become exiting: target']],
    ['one may come with the clock', resting, { exitAt: ago(-5_000) }, ['in 5000']],
    ['its stop has sold it', fixture(order('s1', { phase: 'complete', filled: 65 })), {}, ['become exiting: stop']],
    [
      'another party has sold it',
      { ...resting, trade: { ...OPEN, manualExitQuantity: 65 } },
      {},
      ['become exiting: manual'],
    ],
    [
      'an order of another trade has sold it',
      { ...resting, trade: { ...OPEN, manualExitQuantity: 65 } },
      { isSoldByOwnOrders: true },
      ['become exiting: stop'],
    ],
    ['there is a reason to leave, and its entry is in no row', { trade: OPEN }, { exit: 'target' }, []],
    ['its stop has fired', fixture(order('s1', { phase: 'open' })), {}, ['become exiting: stop']],
    [
      'two stops rest',
      { ...resting, orders: [BOUGHT, order('s1'), order('s2', { acknowledgedAt: ago(2_000) })] },
      {},
      ['cancel s2 (extra)'],
    ],
    ['no stop rests after the close', held, { now: afterHours }, []],
    [
      'its stop has fired, as it is seen after the close',
      fixture(order('s1', { phase: 'open' })),
      { now: afterHours },
      ['become exiting: stop'],
    ],
  ])('when %s', (_when, on, env, does) => expect(plan(on, env)).toEqual(does))
})

describe('a position without a stop', () => {
  const tried = (...outcomes: Outcome[]): Fixture => ({
    ...held,
    intents: outcomes.map((outcome) => intent('protect', place('SELL'), outcome)),
  })
  const doubted = (agoMs: number): Fixture => ({
    ...held,
    intents: [intent('protect', place('SELL'), inDoubt(agoMs))],
  })
  const CANCELLED = { phase: 'cancelled', message: 'outside the band' } as const

  it.each<[when: string, on: Fixture, env: Partial<PlanEnv>, does: string[]]>([
    ['none was tried', held, {}, [PLACE]],
    ['the price is unknown', held, { quote: undefined }, [PLACE]],
    ['the bid is a tick above where it belongs', held, { quote: bidOf(120.05) }, [PLACE]],
    ['the bid is where it belongs', held, { quote: bidOf(120) }, ['become exiting: stop_through']],
    ['one is being sent', tried(sending), {}, []],
    ['one is in doubt', doubted(4_000), {}, ['in 1000']],
    ['one is in doubt for long and the price is far', doubted(5_000), {}, []],
    ['one is in doubt and the price is near', doubted(4_999), { quote: bidOf(130) }, ['in 1']],
    ['one is in doubt for long and the price is near', doubted(5_000), { quote: bidOf(130) }, [PLACE]],
    ['one is in doubt for long and the price a tick off near', doubted(5_000), { quote: bidOf(130.05) }, []],
    [
      'one without slack is in doubt for long and the price a tick off',
      { ...doubted(5_000), trade: { ...OPEN, entrySettings: { ...OPEN.entrySettings, slBuffer: rs(0) } } },
      { quote: bidOf(120.05) },
      ['place SELL SL 65 @ 120/120 (stop)'],
    ],
    ['one is in doubt for long and the price unknown', doubted(5_000), { quote: undefined }, []],
    [
      'two are in doubt for long and the price is near',
      { ...held, intents: [...doubted(9_000).intents!, ...doubted(5_000).intents!] },
      { quote: bidOf(130) },
      [],
    ],
    [
      'an exit is in doubt for long and the price is near',
      { ...held, intents: [intent('exit', place('SELL'), inDoubt(5_000))] },
      { quote: bidOf(130) },
      [],
    ],
    ['it was refused for the moment', tried(refused('rate_limited', 999)), {}, ['in 1']],
    ['the moment is over', tried(refused('rate_limited', 1_000)), {}, [PLACE]],
    ['it was refused for good', tried(refused('price_band', 0)), {}, ['become exiting: stop_refused']],
    [
      'the broker says the price is through',
      tried(refused('trigger_through', 0)),
      {},
      ['become exiting: stop_through'],
    ],
    [
      'the entry before the one that filled was refused',
      {
        ...held,
        intents: [
          intent('enter', place('BUY'), accepted('b1', 9_000)),
          intent('enter', place('BUY'), refused('price_band', 5_000)),
        ],
      },
      {},
      [PLACE],
    ],
    ['the exchange rejected it', fixture(order('s1', { phase: 'rejected' })), {}, ['become exiting: stop_refused']],
    ['the exchange cancelled it', fixture(order('s1', CANCELLED)), {}, ['become exiting: stop_refused']],
    ['another party cancelled it', fixture(order('s1', { phase: 'cancelled' })), {}, [PLACE]],
    [
      'we cancelled it',
      fixture(order('s1', CANCELLED), intent('cancel', cancel('s1'), accepted('s1', 500))),
      {},
      [PLACE],
    ],
    [
      'a change of it came before the exchange cancelled it',
      fixture(order('s1', CANCELLED), intent('move', modify('s1'), accepted('s1', 500))),
      {},
      ['become exiting: stop_refused'],
    ],
    [
      'it has sold, and more was bought than it sold',
      {
        ...fixture(order('s1', { phase: 'complete', filled: 65, message: 'filled' })),
        orders: [TWICE, order('s1', { phase: 'complete', filled: 65, message: 'filled' })],
      },
      {},
      [PLACE],
    ],
    [
      'a late one of an earlier doubt was rejected',
      {
        ...fixture(order('s1', { phase: 'cancelled' })),
        orders: [
          BOUGHT,
          order('s1', { phase: 'cancelled' }),
          order('s0', { phase: 'rejected', acknowledgedAt: ago(1) }),
        ],
      },
      {},
      [PLACE],
    ],
  ])('when %s', (_when, on, env, does) => expect(plan(on, env)).toEqual(does))
})
