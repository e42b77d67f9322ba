// @invariant recording-replays
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainedHash, decisionBytes, FIRST_HASH } from '@strikewise/signals/decision/decision-bytes.ts'
import { readRecordedDay, type RecordedSegment } from '@strikewise/signals/session-recording/recorded-day.ts'
import { replayDecisions, type ReplayedDay } from '@strikewise/signals/session-recording/replay-decisions.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CounterValue } from '../src/execution/counters.ts'
import { saveFeedKeys, startFeedSession } from '../src/operator/feed-session.ts'
import { startMarket } from '../src/roles/market.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { until } from './trading-stack.ts'

const DAY = '2026-09-16'
/** A real market role records and plays minutes of a market: on a busy machine that takes its time. */
const PATIENCE_MS = 240_000

let fixture: Fixture
let metrics: Record<string, number> = {}
beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(60, 'recorder', `${DAY}T09:14`))
  fixture.bus.subscribe('metrics.recorder', (_subject, values) => {
    metrics = Object.fromEntries((values as readonly CounterValue[]).map(({ name, value }) => [name, value]))
  })
  await logFeedIn(fixture)
})
afterAll(() => fixture?.close())

async function logFeedIn({ config, vault, clock, bus, db, sandbox }: Fixture): Promise<void> {
  const account = await sandbox.get<{ api_key: string; api_secret: string }>('/accounts/SWFEED')
  const { request_token } = await sandbox.post<{ request_token: string }>('/accounts/SWFEED/login', {})
  const session = { config, db, vault, clock, bus }
  await saveFeedKeys(session, { api_key: account.api_key, api_secret: account.api_secret })
  await startFeedSession(session, request_token)
}

/** Runs the market role on a stage until `isDone`. */
async function runUntil(on: Fixture, what: string, isDone: () => Promise<boolean>): Promise<void> {
  const { config, clock, postgres, vault, bus } = on
  const market = startMarket({ config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) })
  try {
    await until(what, PATIENCE_MS / 2, async () => (await isDone()) || undefined)
  } finally {
    await market.close()
  }
}

const runUntilDecisions = (count: number) =>
  runUntil(fixture, `${count} decisions`, async () => (await logged(fixture)).length >= count)

const logged = ({ db }: Fixture) => db.selectFrom('decisions').select(['id', 'hash']).orderBy('seq').execute()

function recorded(): RecordedSegment[] {
  const folder = join(fixture.dataDir, 'recordings', DAY)
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, read: () => readFileSync(join(folder, name)) }))
}

/** The chain of decisions that a replay makes, and of each opening the pipelines and the span of its frames. */
function replayed() {
  const chain: { id: string; hash: string }[] = []
  const days = new Map<ReplayedDay, { from: number; to: number }>()
  replayDecisions(readRecordedDay(recorded()), {
    onDecision(decision) {
      chain.push({ id: decision.id, hash: chainedHash(chain.at(-1)?.hash ?? FIRST_HASH, decisionBytes(decision)) })
    },
    onFrame: ({ at }, day) => days.set(day, { from: days.get(day)?.from ?? at, to: at }),
  })
  return { chain, days }
}

it(
  'replays a recorded session to the same chain of decisions, also over a restart inside it',
  { timeout: PATIENCE_MS },
  async () => {
    await runUntilDecisions(20)
    const first = await logged(fixture)
    expect(replayed().chain.slice(0, first.length)).toEqual(first)
    await runUntilDecisions(first.length + 20)
    const both = await logged(fixture)
    expect(replayed().chain.slice(0, both.length)).toEqual(both)
    // It is counted in the metrics, for an alert on losses.
    expect(metrics).toMatchObject({ failing: 0, lost_frames: 0 })
    const kinds = Map.groupBy(readRecordedDay(recorded()), ({ kind }) => kind)
    expect(kinds.get('opening')).toHaveLength(2)
    expect(kinds.has('damage')).toBe(false)
    expect(kinds.has('gap')).toBe(false)
  },
)

it(
  'shows the recorded bars when the sandbox plays the recording to another server',
  { timeout: PATIENCE_MS },
  async () => {
    const bars = new Map<number, number[]>()
    // Minutes in which nothing was recorded, or not all of it, cannot be played.
    for (const [{ pipelines }, { from, to }] of replayed().days)
      for (const { start, open, high, low, close } of pipelines.NIFTY.candles('1m'))
        if (start >= from && start + MINUTE_MS < to)
          bars.set(
            start,
            [open, high, low, close].map((price) => price / 100),
          )
    const args = ['--replay', join(fixture.dataDir, 'recordings')]
    const again = new Fixture(await startSurroundings(60, 'recorder', undefined, args))
    try {
      const shown = new Map<number, number[]>()
      again.bus.subscribe('snapshot.candles.NIFTY', (_subject, payload) => {
        const { json } = payload as { json: string }
        const all: { '1m': (Record<'time' | 'open' | 'high' | 'low' | 'close', number> & { forming?: boolean })[] } =
          JSON.parse(json)
        for (const { time, open, high, low, close, forming } of all['1m'])
          if (forming === undefined) shown.set(time, [open, high, low, close])
      })
      await logFeedIn(again)
      // A busy machine may let a tick come too late for its minute: that one is not the same, others are.
      const isSame = ([start, bar]: [number, number[]]) => bar.join() === bars.get(start)?.join()
      await runUntil(again, 'bars as recorded', async () => [...shown].filter(isSame).length >= 5)
    } finally {
      await again.close()
    }
  },
)
