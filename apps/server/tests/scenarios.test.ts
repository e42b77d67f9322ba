import type { SignalSet } from '@strikewise/signals/agents/signal.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, it } from 'vitest'
import { saveFeedKeys, startFeedSession } from '../src/operator/feed-session.ts'
import { startMarket } from '../src/roles/market.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { until } from './trading-stack.ts'

/** What the sandbox shows must come of a scenario, at instants of its market. */
type Expected =
  | {
      readonly kind: 'agent'
      readonly at: string
      readonly agent: keyof SignalSet
      readonly bias: string
      readonly reason?: string
    }
  | { readonly kind: 'stays_out' | 'not_blocked'; readonly at: string; readonly code: string }

/** Market seconds a real one: a scenario of minutes takes some seconds. */
const SPEED = 20
/** Over the wire a scenario begins inside a minute, and what is shown arrives later than it was computed. */
const LATE_MS = 90_000
const PATIENCE_MS = 90_000
/** What the scenarios bring about. */
const DEGRADED = new Set(['feed_stale', 'chain_stale', 'missing_minutes', 'data_integrity', 'spike_pause'])

let fixture: Fixture
let market: { close(): Promise<void> }
const received: { readonly at: EpochMs; readonly signals: SignalSet }[] = []

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(SPEED, '1', '2026-09-16T10:40'))
  const { config, vault, clock, bus, db, sandbox, postgres } = fixture
  const account = await sandbox.get<{ api_key: string; api_secret: string }>('/accounts/SWFEED')
  const { request_token } = await sandbox.post<{ request_token: string }>('/accounts/SWFEED/login', {})
  const session = { config, db, vault, clock, bus }
  await saveFeedKeys(session, { api_key: account.api_key, api_secret: account.api_secret })
  await startFeedSession(session, request_token)
  bus.subscribe('snapshot.signals.NIFTY', (_subject, snapshot) => {
    const { json } = snapshot as { readonly json: string }
    received.push({ at: clock.now(), signals: JSON.parse(json) as SignalSet })
  })
  market = startMarket({ config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) })
  await until('decisions', PATIENCE_MS, async () => ((await decisions()).length >= 3 ? true : undefined))
})
afterAll(async () => {
  await market?.close()
  await fixture?.close()
})

async function decisions(): Promise<{ at: number; codes: string[] }[]> {
  const rows = await fixture.db
    .selectFrom('decisions')
    .select('record')
    .where('symbol', '=', 'NIFTY')
    .orderBy('seq')
    .execute()
  return rows.map(({ record }) => ({ at: record.barEnd, codes: record.noTrade.map(({ code }) => code) }))
}

/** Waits for a current decision without a fault: the effects of the scenario before have passed. */
async function calmMinute(before: string): Promise<void> {
  const from = fixture.clock.now()
  await until(`a calm minute before ${before}`, PATIENCE_MS, async () => {
    const newest = (await decisions()).at(-1)
    return newest !== undefined && newest.at > from && !newest.codes.some((code) => DEGRADED.has(code))
      ? true
      : undefined
  })
}

/** Whether what the server showed by now fulfils `one`, within the time the wire takes. */
async function isMet(one: Expected): Promise<boolean> {
  const at = Date.parse(one.at)
  const within = (instant: number) => instant >= at - 60_000 && instant <= at + LATE_MS
  if (one.kind === 'agent')
    return received.some(({ at: receivedAt, signals }) => {
      const signal = signals[one.agent]
      const reasons = signal.reasons.map(({ code }) => code)
      return (
        within(receivedAt) && signal.bias === one.bias && (one.reason === undefined || reasons.includes(one.reason))
      )
    })
  const found = (await decisions()).filter((decision) => within(decision.at))
  return found.some(({ codes }) => codes.includes(one.code) === (one.kind === 'stays_out'))
}

it.each(['crossed-chain', 'frozen-feed', 'spike-up'])(
  '%s: the server says what the scenario states, from ticks to signals and decisions',
  { timeout: 2 * PATIENCE_MS },
  async (name) => {
    await calmMinute(name)
    const { expected } = await fixture.sandbox.post<{ expected: Expected[] }>('/scenarios', { name })
    for (const one of expected)
      await until(`${name}: ${JSON.stringify(one)}`, PATIENCE_MS, async () => ((await isMet(one)) ? true : undefined))
    await fixture.sandbox.post('/scenario', { kind: 'normal' })
  },
)
