import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { HORIZONS } from '@strikewise/signals/evidence/observation.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MOMENTUM_AGENT } from '@strikewise/signals/registry/definitions/day-momentum-agent.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { evidenceOf } from './evidence.ts'
import { BAR_SERIES, observeSession } from './observe-session.ts'
import { evidenceHtml } from './page.ts'
import { summariesOf } from './agent-summary.ts'
import { ResultCache } from './result-cache.ts'
import { numbersOf } from './seed-of.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'evidence-'))
afterAll(() => rmSync(folder, { recursive: true }))

const DAYS = Array.from({ length: 62 }, (_, n) => addDays(istDate('2024-04-01'), n)).filter(
  (day) => nseCalendar.sessionOn(day)?.kind === 'full',
)

/** Sessions that drift one way all day, or wander; `drift` in index points a minute. */
function sessions(drift: number) {
  const unit = numbersOf(`sessions ${drift}`)
  return DAYS.map((day, n) => {
    let close = 2_000_000
    const bars = Array.from({ length: 375 }, (_, minute) => {
      const open = close
      close = Math.round(close + 100 * ((n % 2 === 0 ? drift : -drift) + 12 * (unit() - 0.5)))
      const [high, low] = [Math.max(open, close) + 100, Math.min(open, close) - 100]
      const start = (istInstant(day, 9, 15) + minute * 60_000) as EpochMs
      return candle(start, paise(open), paise(high), paise(low), paise(close))
    })
    return { symbol: 'NIFTY' as const, day, bars }
  })
}

async function momentumOf(drift: number) {
  const all = sessions(drift)
  const observations = all.flatMap((session, i) => {
    const before = all.slice(Math.max(0, i - 6), i).flatMap(({ bars }) => bars)
    return observeSession({ ...session, known: before, settling: before })
  })
  const evidence = await evidenceOf(
    [{ source: 'one-minute bars', series: BAR_SERIES, observations, key: String(drift) }],
    [],
    { files: [], notMeasured: [] },
    new ResultCache(folder, 'code'),
  )
  const cell = evidence.cells.find(
    ({ series, ahead, slice }) => series === DAY_MOMENTUM_AGENT.name && ahead === 30 && slice === 'all',
  )!
  return { observations, evidence, cell }
}

it('finds that a trend of the day goes on where it was planted, and not where the index wanders', async () => {
  const { cell, evidence } = await momentumOf(1)
  expect(cell.low).toBeGreaterThan(0.2)
  expect(cell.paysBp!.low).toBeGreaterThan(0)
  const page = evidenceHtml(evidence)
  expect(page).toContain('NIFTY: next 30 minutes')
  expect(summariesOf(evidence).find(({ agent }) => agent === DAY_MOMENTUM_AGENT.name)).toMatchObject({
    verdict: 'right',
  })
  expect(
    evidence.calibration.find(({ series, ahead }) => series === DAY_MOMENTUM_AGENT.name && ahead === 30)!.right.low,
  ).toBeGreaterThan(0.5)
  expect(new Set(evidence.cells.map(({ kind }) => kind))).toEqual(new Set(['all', 'year', 'hour', 'regime']))
  expect(page).not.toMatch(/NaN|undefined/)
  const none = (await momentumOf(0)).cell
  expect([none.low < 0, none.high > 0]).toEqual([true, true])
})

it('knows no move beyond the close, and nothing of the minutes that follow', () => {
  const [first] = sessions(1)
  const whole = observeSession({ ...first!, known: [], settling: [] })
  expect(
    whole.every(({ signed, moves }) => signed.length === BAR_SERIES.length && moves.length === HORIZONS.length),
  ).toBe(true)
  expect(whole.at(-1)!.moves[3]).toBeNaN()
  const cut = observeSession({ ...first!, bars: first!.bars.slice(0, 200), known: [], settling: [] })
  expect(cut.map(({ signed }) => signed)).toEqual(whole.slice(0, cut.length).map(({ signed }) => signed))
})
