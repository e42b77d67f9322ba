import { expect, it } from 'vitest'
import { chainRow } from '../../testing/response-bodies.ts'
import { strikeFigures, withNextFigures, type StrikeFigures } from './strike-figures.ts'

const STEP = { inSight: 2, outOfSight: 3 }
const everyRow = { isInSight: () => true, isSwept: () => true }
const figuresOf = (strikes: readonly number[], price: number) =>
  strikeFigures(
    strikes.map((strike) => ({ ...chainRow(strike), ce_ltp: price })),
    new Map(),
  )
const STRIKES = [24_400, 24_450, 24_500, 24_550, 24_600]
const pricesOf = (figures: readonly StrikeFigures[]) => figures.map(({ row }) => row.ce_ltp)

it('renews a few strikes at each step until all are current, and returns the same list then', () => {
  const [old, latest] = [figuresOf(STRIKES, 10), figuresOf(STRIKES, 11)]
  const first = withNextFigures(old, latest, STEP, everyRow)
  const second = withNextFigures(first, latest, STEP, everyRow)
  const third = withNextFigures(second, latest, STEP, everyRow)
  expect([first, second, third].map(pricesOf)).toEqual([
    [11, 11, 10, 10, 10],
    [11, 11, 11, 11, 10],
    [11, 11, 11, 11, 11],
  ])
  expect(withNextFigures(third, latest, STEP, everyRow)).toBe(third)
})

it('renews the strikes in sight before the others, and more at a time of those out of sight', () => {
  const [old, latest] = [figuresOf(STRIKES, 10), figuresOf(STRIKES, 11)]
  const renewed = { ...everyRow, isInSight: (strike: number) => strike >= 24_550 }
  const first = withNextFigures(old, latest, STEP, renewed)
  const second = withNextFigures(first, latest, STEP, renewed)
  expect([first, second].map(pricesOf)).toEqual([
    [10, 10, 10, 11, 11],
    [11, 11, 11, 11, 11],
  ])
})

it('leaves alone a strike out of sight that no sweep has come to', () => {
  const [old, latest] = [figuresOf(STRIKES, 10), figuresOf(STRIKES, 11)]
  const renewed = { isInSight: () => false, isSwept: (strike: number) => strike === 24_500 }
  const next = withNextFigures(old, latest, STEP, renewed)
  expect(pricesOf(next)).toEqual([10, 10, 11, 10, 10])
  expect(withNextFigures(next, latest, STEP, renewed)).toBe(next)
})

it('leaves alone a strike of which nothing changed', () => {
  const old = figuresOf(STRIKES, 10)
  const moved = { ...old[4]!, row: { ...old[4]!.row, ce_ltp: 11 } }
  const next = withNextFigures(old, old.with(4, moved), STEP, everyRow)
  expect(next.map((one, at) => one === old[at])).toEqual([true, true, true, true, false])
  expect(next[4]).toBe(moved)
})

it('shows other strikes at once', () => {
  const latest = figuresOf([...STRIKES, 24_650], 11)
  expect(withNextFigures(figuresOf(STRIKES, 10), latest, STEP, everyRow)).toBe(latest)
})
