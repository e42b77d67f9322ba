import { describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, istIso, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { VOTERS } from '../registry/registry.ts'
import type { JudgedDecision } from './direction-samples.ts'
import { horizonMoves } from './horizon-moves.ts'

const day = istDate('2026-11-19')
const until = istInstant(day, 15, 30)

/** A decision each minute from 14:00 to 15:40, after the index: it gains a point a minute from 25,000; an ATR is 10 points. */
const decisions: JudgedDecision[] = Array.from({ length: 101 }, (_, i) => ({
  barEnd: (istInstant(day, 14) + i * MINUTE_MS) as EpochMs,
  spot: (2_500_000 + 100 * i) as Paise,
  atr5: 1000 as Paise,
  contributions: VOTERS.map((agent, n) => ({ agent, signed: n / 10, stale: n === 1 })),
}))

describe('the moves after a vote', () => {
  const rows = horizonMoves(decisions, until)

  it('are of each five-minute bar, 15, 30 and 60 minutes ahead, in ATR', () => {
    expect(rows).toHaveLength(21)
    expect(rows[0]!.moves).toEqual([1.5, 3, 6])
    expect(rows[0]!.signed).toEqual(VOTERS.map((_, n) => (n === 1 ? Number.NaN : n / 10)))
  })

  it('end with continuous trading: later ends are not known', () => {
    expect(istIso(decisions[35]!.barEnd)).toContain('14:35')
    expect(rows[7]!.moves).toEqual([1.5, 3, Number.NaN])
    expect(rows.at(-1)!.moves).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })

  it('never change with later decisions', () => {
    const cut = decisions.slice(0, 66)
    const known = (of: typeof rows) => of.map(({ moves }) => moves.filter((move) => !Number.isNaN(move)))
    for (const [i, moves] of known(horizonMoves(cut, until)).entries())
      expect(known(rows)[i]!.slice(0, moves.length)).toEqual(moves)
  })

  it('are left out without a level or a range', () =>
    expect(
      horizonMoves(
        [
          { ...decisions[0]!, spot: 0 as Paise },
          { ...decisions[5]!, atr5: 0 as Paise },
        ],
        until,
      ),
    ).toEqual([]))
})
