import { expect } from 'vitest'
import { rs, Scenario } from './scenario.ts'

/** The entry has filled and its stop rests. */
const OPENED_MS = 3_000
/** From one decision to the next, and until what it led to rests. */
const APART_MS = 5_000

/** One open trade under its stop, `ms` after its decision. `s`: a scenario not begun yet. */
export async function opened(s = new Scenario(), ms = OPENED_MS): Promise<Scenario> {
  await s.start()
  s.decide()
  await s.run(ms)
  expect(s.trade.state).toBe('open')
  return s
}

/** A user of the plan that may have two positions in one index. */
export function mayHoldTwo(): Scenario {
  const s = new Scenario()
  s.facts((facts) => ({
    ...facts,
    plan: 'master',
    risk: { ...facts.risk, capital: rs(5_000_000), maxPositionsPerSymbol: 2 },
  }))
  return s
}

/** Two open trades in one contract, each under its stop. */
export async function openedTwice(): Promise<Scenario> {
  const s = await opened(mayHoldTwo(), APART_MS)
  s.decide()
  await s.run(APART_MS)
  expect(s.sells).toHaveLength(2)
  return s
}
