import { RMS_REJECTED } from '../orders/rejections.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import type { NamedScenario } from './named-scenario.ts'

const DAY = istDate('2026-09-09')
const STARTS_AT = istInstant(DAY, 10, 0)

/** Scenarios of orders: the market is well, the broker or the book is not. A trade must be decided on to see them. */
export const BROKER_SCENARIOS: readonly NamedScenario[] = [
  {
    name: 'broker-rejects',
    title: 'The broker takes the next order and then rejects it',
    seed: 'broker rejects',
    startsAt: STARTS_AT,
    isOfItsDay: false,
    steps: [],
    faults: [{ kind: 'reject_next', count: 1, message: RMS_REJECTED }],
    expected: [{ kind: 'trade', outcome: 'entry_rejected' }],
  },
  {
    name: 'partial-fills',
    title: 'An order gets a lot at a time: what an immediate one asks beyond that is cancelled',
    seed: 'partial fills',
    startsAt: STARTS_AT,
    isOfItsDay: false,
    steps: [],
    faults: [{ kind: 'fill_cap', quantity: 1 }],
    expected: [{ kind: 'trade', outcome: 'filled_in_part' }],
  },
  {
    name: 'stop-gap-through',
    title: 'The index drops by 3 % from one print to the next, over the limits of resting stops, when it is played',
    seed: 'stop gap-through',
    startsAt: STARTS_AT,
    isOfItsDay: false,
    steps: [{ at: istInstant(DAY, 10, 30), command: { kind: 'gap', pct: -3 } }],
    faults: [],
    expected: [{ kind: 'trade', outcome: 'sold_below_the_stop' }],
  },
]
