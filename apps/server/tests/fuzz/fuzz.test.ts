import { expect, it } from 'vitest'
import { fuzz } from './fuzz-stack.ts'
import { fuzzReport } from './run-fuzz.ts'

it('answers 4,000 drawn requests and 40 sockets without a failure of its own', { timeout: 180_000 }, async () => {
  const run = await fuzz(4000, 7)
  expect(run.errors).toEqual([])
  expect(run.failures, fuzzReport(run)).toEqual([])
  expect({ hangs: run.hangs, sockets: run.sockets }).toEqual({
    hangs: 0,
    sockets: { connections: 40, fiveHundreds: 0, hangs: 0 },
  })
  expect(run.reached).toBeGreaterThan(0.6)
})
