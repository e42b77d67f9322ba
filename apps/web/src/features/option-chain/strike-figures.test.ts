import { expect, it } from 'vitest'
import { chainRow } from '../../testing/response-bodies.ts'
import { strikeFigures, withNextFigures, type StrikeFigures } from './strike-figures.ts'

const STEP = 2
const everyRow = () => true
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

it('renews every strike that is not rendered at once', () => {
  const [old, latest] = [figuresOf(STRIKES, 10), figuresOf(STRIKES, 11)]
  const next = withNextFigures(old, latest, STEP, (at) => at < 3)
  expect(pricesOf(next)).toEqual([11, 11, 10, 11, 11])
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
