import { beforeAll, describe, expect, it } from 'vitest'
import { runKillLoop, type KillLoopReport } from './kill-loop.ts'
import { summary, wrongFindings } from './kill-loop-report.ts'

const KILLS = 12

/** Fixed, so that every run dies at the same points; the long run takes its own from the command line. */
const SEED = 3

describe('the trader, killed at named points of its work and handed over', () => {
  let report: KillLoopReport

  beforeAll(async () => {
    report = await runKillLoop({ kills: KILLS, seed: SEED, speed: 10 })
    console.log(summary(report))
  }, 600_000)

  it('died as often as it was meant to', () => {
    expect(report.missed).toEqual([])
    expect(report.kills).toBeGreaterThanOrEqual(KILLS)
    expect(report.trades).toBeGreaterThan(0)
  })

  it('sent nothing twice, sold nothing it did not hold, and journaled everything', () => {
    expect(report.broken).toEqual([])
  })

  it('was found again with every order, every fill, every stop and every result', () => {
    expect(report.lost).toEqual([])
  })

  it('went on with the broker at once: no successor took a link it had not read for a dead one', () => {
    expect(report.errors.filter((line) => line.includes('token_expired'))).toEqual([])
  })

  it("gave the server's own auditor nothing to report but stops in doubt", () => {
    expect(wrongFindings(report)).toEqual([])
  })
})
