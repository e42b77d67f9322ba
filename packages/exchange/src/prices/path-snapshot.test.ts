import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { epochFromIstText, istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PricePath, RecordedBar, ScenarioCommand } from '../price-path.ts'
import { replayPath, syntheticPath, type PathOptions } from './market-path.ts'
import type { RestorablePath, SavedPath } from './path-snapshot.ts'

// Few strikes: what holds for ten contracts holds for six hundred.
const options: PathOptions = {
  seed: '7',
  now: epochFromIstText('2026-09-16 09:14:00'),
  strikesEachSide: 1,
  pastSessions: 2,
}
const MINUTE = 60_000
/** The two sessions made on creation, and one of the history before them, which a restart makes again. */
const BARS_SINCE = epochFromIstText('2026-09-10 00:00:00')

/** A digest of everything a client of the market can see of it. */
function seen(path: PricePath): string {
  const { quotes } = path
  const tokens = [...path.instruments.options, ...path.instruments.futures].map(({ token }) => token)
  const all = {
    day: path.day,
    now: path.now,
    quotes: Object.values(quotes),
    limits: tokens.map((token) => path.circuitLimits(token)),
    references: tokens.map((token) => path.referencePrice(token)),
    bars: [256265, 260105, 264969, ...tokens].map((token) => path.history(token, 1, BARS_SINCE, path.now)),
  }
  return createHash('sha256').update(serialize(all)).digest('hex')
}

/** The market left and read back, as a file would give it. */
const saved = (path: RestorablePath): SavedPath => structuredClone({ snapshot: path.snapshot(), acts: [] })

type Act = { readonly wait: number } & ({ readonly command: ScenarioCommand } | { readonly skip: number } | object)

function play(path: PricePath, act: Act): void {
  path.step((path.now + act.wait) as EpochMs)
  if ('command' in act) path.command(act.command)
  if ('skip' in act) path.skipTo((path.now + act.skip) as EpochMs)
}

const command = fc.constantFrom<ScenarioCommand>(
  { kind: 'gap', pct: -1 },
  { kind: 'trend', direction: 'up', durationMs: 5 * MINUTE },
  { kind: 'chop', durationMs: 3 * MINUTE },
  { kind: 'halt', durationMs: MINUTE },
  { kind: 'freeze_feed', durationMs: MINUTE },
  { kind: 'wide_spread', durationMs: 2 * MINUTE },
)
const wait = fc.integer({ min: 0, max: 30_000 })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ wait }),
  fc.record({ wait, command }),
  fc.record({ wait, skip: fc.integer({ min: 1, max: 10 * MINUTE }) }),
)

it('goes on from a snapshot and the acts since with the very prices it would have had', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 4 }), fc.array(act, { maxLength: 4 }), (before, after) => {
      const path = syntheticPath(options)
      for (const one of before) play(path, one)
      const left = saved(path)
      for (const one of after) play(path, one)
      path.step((path.now + MINUTE) as EpochMs)
      const acts = structuredClone(path.acts)
      const again = syntheticPath({ ...options, now: path.now, left: { ...left, acts } })
      expect(seen(again)).toBe(seen(path))
      // And from there on for ever.
      for (const one of [path, again]) one.step((one.now + MINUTE) as EpochMs)
      expect(seen(again)).toBe(seen(path))
    }),
    { numRuns: 8 },
  )
})

it('keeps the days that were traded, with what was done to them, over several restarts', () => {
  const path = syntheticPath(options)
  path.step(epochFromIstText('2026-09-16 09:30:00'))
  path.command({ kind: 'gap', pct: 3 })
  path.step(epochFromIstText('2026-09-16 09:32:00'))
  path.skipTo(epochFromIstText('2026-09-17 09:40:00'))
  let other = syntheticPath({ ...options, now: path.now, left: saved(path) })
  for (let restart = 0; restart < 3; restart += 1) {
    for (const one of [path, other]) one.step((one.now + 2 * MINUTE) as EpochMs)
    other = syntheticPath({ ...options, now: other.now, left: saved(other) })
  }
  expect(seen(other)).toBe(seen(path))
  // Another evening, another list of contracts.
  for (const one of [path, other]) one.skipTo(epochFromIstText('2026-09-18 09:30:00'))
  expect(seen(other)).toBe(seen(path))
})

it('goes on with recorded bars in the middle of a bar', () => {
  const day = istDate('2026-09-16')
  const bars: RecordedBar[] = Array.from({ length: 30 }, (_, i) => ({
    start: (istInstant(day, 9, 15) + i * 5 * MINUTE) as EpochMs,
    open: 2_500_000 + i * 500,
    high: 2_501_500 + i * 500,
    low: 2_499_000 + i * 500,
    close: 2_500_800 + i * 500,
  })) as unknown as RecordedBar[]
  const days = new Map([[day, { barMinutes: 5, NIFTY: bars }]])
  const path = replayPath(options, days)
  path.step(epochFromIstText('2026-09-16 09:47:20'))
  const left = saved(path)
  const again = replayPath({ ...options, now: path.now, left }, days)
  for (const one of [path, again]) one.step(epochFromIstText('2026-09-16 10:10:00'))
  expect(seen(again)).toBe(seen(path))
})

it('forgets acts that a snapshot holds, and counts skips that follow one another as one', () => {
  const path = syntheticPath(options)
  path.forgetActs(Number.MAX_SAFE_INTEGER)
  path.command({ kind: 'gap', pct: 1 })
  for (let minute = 0; minute < 5; minute += 1) path.skipTo((path.now + MINUTE) as EpochMs)
  expect(path.acts).toHaveLength(2)
  const { nextAct } = path.snapshot()
  path.skipTo((path.now + MINUTE) as EpochMs)
  expect(path.acts).toHaveLength(3)
  path.forgetActs(nextAct)
  expect(path.acts).toHaveLength(1)
})
