import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import { StagedDay } from './day-fixture.ts'
import { MID, UNITS } from './facts-fixture.ts'

export const ENTRY = {
  kind: 'LIMIT',
  quantity: UNITS,
  price: (MID + 20) as Paise,
  validity: 'IOC',
} as const satisfies OrderTerms
export const STOP = {
  kind: 'SL',
  quantity: UNITS,
  trigger: 12_000 as Paise,
  price: 11_900 as Paise,
} as const satisfies OrderTerms
export const EXIT = {
  kind: 'LIMIT',
  quantity: UNITS,
  price: 11_000 as Paise,
  validity: 'DAY',
} as const satisfies OrderTerms
export const MARKET = { kind: 'MARKET', quantity: UNITS } as const satisfies OrderTerms

/** A day with one entry, filled; its stop not sent yet. */
export function entered(): StagedDay {
  const day = new StagedDay().trade('t1', 'entering').wait(1_000).place('e1', 'BUY', ENTRY)
  return day.taken('e1', 'BUY', ENTRY).wait(100).filled('e1', UNITS, MID).trade('t1', 'open')
}

/** A day with one position and its stop at rest. */
export function protectedDay(): StagedDay {
  const day = entered().wait(100).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
  return day.wait(100).status('s1', 'TRIGGER PENDING').known('e1', 'complete').known('s1', 'armed').wait(1_000)
}

/** The stop fires and fills, and the trade is booked as it was. */
export function sold(day: StagedDay): StagedDay {
  day.status('s1', 'OPEN').filled('s1', UNITS, 11_950).known('s1', 'complete')
  return day.closed('t1').wait(1_000)
}
