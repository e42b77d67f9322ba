import { ORDINARY_DAY } from './contracts.ts'
import { FIRST_MID, move } from './book-move.ts'
import type { AccountShape, MoveShape, SessionShape } from './shape.ts'

const AT_1440 = (14 * 60 + 40) * 60_000
const QUANTITY = 2_000
const OTHERS = [1, 2, 3].map((contract) => move(0, contract, FIRST_MID, QUANTITY))

const elite: AccountShape = {
  id: 'u1',
  plan: 'elite',
  mode: 'paper',
  lots: 1,
  trailing: false,
  slBuffer: 500,
  capital: 50_000_000,
  cash: 20_000_000,
  maxEntriesPerSymbol: 3,
}

const path = (contract: number, ...steps: readonly (readonly [second: number, mid: number])[]): MoveShape[] =>
  steps.map(([second, mid]) => move(second * 1_000, contract, mid, QUANTITY))

const session = (change: Pick<SessionShape, 'seed' | 'accounts' | 'signals' | 'moves' | 'faultMs'>): SessionShape => ({
  day: ORDINARY_DAY,
  startsAt: AT_1440,
  executors: 1,
  ending: 'fall',
  cooldownMs: 600_000,
  ...change,
})

/** Three plain days whose every choice is gone through, one by one and two by two. */
export const CANONICAL: Readonly<Record<string, SessionShape>> = {
  target: session({
    seed: 1,
    accounts: [elite],
    signals: [{ afterMs: 2_000, contract: 0, score: 0.5 }],
    moves: [...OTHERS, ...path(0, [0, 15_000], [5, 16_000], [8, 18_500], [11, 22_000], [14, 22_500])],
    faultMs: 18_000,
  }),
  gap_through_stop: session({
    seed: 2,
    accounts: [elite],
    signals: [{ afterMs: 2_000, contract: 0, score: 0.5 }],
    moves: [...OTHERS, ...path(0, [0, 15_000], [5, 14_500], [8, 9_000], [12, 8_700], [16, 8_500])],
    faultMs: 22_000,
  }),
  two_trailing: session({
    seed: 3,
    accounts: [{ ...elite, plan: 'master', trailing: true, slBuffer: 1_000 }],
    signals: [
      { afterMs: 2_000, contract: 0, score: 0.6 },
      { afterMs: 3_500, contract: 2, score: 0.5 },
    ],
    moves: [
      ...OTHERS.filter(({ contract }) => contract !== 2),
      ...path(0, [0, 15_000], [6, 18_300], [9, 19_800], [12, 17_000], [15, 15_000]),
      ...path(2, [0, 15_000], [7, 18_500], [10, 20_500], [13, 16_500]),
    ],
    faultMs: 20_000,
  }),
}
