import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainedHash, decisionBytes, FIRST_HASH } from '@strikewise/domain/decision/decision-bytes.ts'
import { readRecordedDay, type RecordedSegment } from '@strikewise/domain/recording/recorded-day.ts'
import { replayDecisions } from '@strikewise/domain/recording/replay-decisions.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CounterValue } from '../src/execution/counters.ts'
import { saveFeedKeys, startFeedSession } from '../src/operator/feed-session.ts'
import { startMarket } from '../src/roles/market.ts'
import { Stage, startSurroundings } from './stage.ts'
import { until } from './trading-world.ts'

const DAY = '2026-09-16'

let stage: Stage
let metrics: Record<string, number> = {}
beforeAll(async () => {
  stage = new Stage(await startSurroundings(60, 'recorder', `${DAY}T09:14`))
  const { config, vault, clock, bus, db, sandbox } = stage
  const account = await sandbox.get<{ api_key: string; api_secret: string }>('/accounts/SWFEED')
  const { request_token } = await sandbox.post<{ request_token: string }>('/accounts/SWFEED/login', {})
  bus.subscribe('metrics.recorder', (_subject, values) => {
    metrics = Object.fromEntries((values as readonly CounterValue[]).map(({ name, value }) => [name, value]))
  })
  const session = { config, db, vault, clock, bus }
  await saveFeedKeys(session, { api_key: account.api_key, api_secret: account.api_secret })
  await startFeedSession(session, request_token)
})
afterAll(() => stage?.close())

/** Runs the market role until the log holds `count` decisions. */
async function runUntil(count: number): Promise<void> {
  const { config, clock, postgres, vault, bus } = stage
  const market = startMarket({ config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) })
  try {
    await until(`${count} decisions`, 60_000, async () => ((await logged()).length >= count ? true : undefined))
  } finally {
    await market.close()
  }
}

const logged = () => stage.db.selectFrom('decisions').select(['id', 'hash']).orderBy('seq').execute()

function recorded(): RecordedSegment[] {
  const folder = join(stage.dataDir, 'recordings', DAY)
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, read: () => readFileSync(join(folder, name)) }))
}

function replayed(): { id: string; hash: string }[] {
  const rows: { id: string; hash: string }[] = []
  replayDecisions(readRecordedDay(recorded()), {
    onDecision(decision) {
      rows.push({ id: decision.id, hash: chainedHash(rows.at(-1)?.hash ?? FIRST_HASH, decisionBytes(decision)) })
    },
  })
  return rows
}

it('replays a recorded session to the same chain of decisions, also over a restart inside it', async () => {
  await runUntil(20)
  const first = await logged()
  expect(replayed().slice(0, first.length)).toEqual(first)
  await runUntil(first.length + 20)
  const both = await logged()
  expect(replayed().slice(0, both.length)).toEqual(both)
  // The metrics page hears of it, for an alarm on what is lost.
  expect(metrics).toMatchObject({ failing: 0, lost_frames: 0 })
  const kinds = Map.groupBy(readRecordedDay(recorded()), ({ kind }) => kind)
  expect(kinds.get('opening')).toHaveLength(2)
  expect(kinds.has('damage')).toBe(false)
  expect(kinds.has('gap')).toBe(false)
})
