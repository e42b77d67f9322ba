import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { withLatencyAllowance } from '@strikewise/signals/agents/latency-allowance.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { recomputeDecision } from '@strikewise/signals/decision/decision-inputs.ts'
import { trainSession } from '@strikewise/signals/learning/train-session.ts'
import { sessionsOf, tradingDays } from '@strikewise/signals/learning/testing/synthetic-sessions.ts'
import { withWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { artefactHash, artefactText, type WeightsArtefact } from '@strikewise/signals/learning/weights-artefact.ts'
import type { DecisionEntryBody } from '@strikewise/public-log/entry-bodies.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { artefactOf } from '../src/learning/weights-rows.ts'
import { saveFeedKeys, startFeedSession } from '../src/operator/feed-session.ts'
import { startMarket } from '../src/roles/market.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { until } from './trading-stack.ts'

const DAY = '2026-09-16' as IstDate
const SPEED = 60

let fixture: Fixture
beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(SPEED, 'learned', `${DAY}T09:14`))
  const { config, vault, clock, bus, db, sandbox } = fixture
  const account = await sandbox.get<{ api_key: string; api_secret: string }>('/accounts/SWFEED')
  const { request_token } = await sandbox.post<{ request_token: string }>('/accounts/SWFEED/login', {})
  const session = { config, db, vault, clock, bus }
  await saveFeedKeys(session, { api_key: account.api_key, api_secret: account.api_secret })
  await startFeedSession(session, request_token)
})
afterAll(() => fixture?.close())

/** Stores what a night of so many sessions has learned. */
async function stored(sessions: number, knowledge: readonly number[]): Promise<WeightsArtefact> {
  const body = artefactText(
    trainSession({
      sessions: sessionsOf(tradingDays('2026-08-17', sessions), knowledge),
      log: { seq: 1, hash: 'ab'.repeat(32) },
      before: null,
    })!,
  )
  const { version } = JSON.parse(body) as WeightsArtefact
  await fixture.db
    .insertInto('weights_artefacts')
    .values({ version, hash: artefactHash(body), body })
    .execute()
  return (await artefactOf(fixture.db, version)).artefact
}

async function recorded(): Promise<DecisionEntryBody[]> {
  const rows = await fixture.db
    .selectFrom('public_log_entries')
    .select('body')
    .where('kind', '=', 'decision')
    .orderBy('seq')
    .execute()
  return rows.map(({ body }) => JSON.parse(body) as DecisionEntryBody)
}

it('decides with the champion’s weights, and records what the challenger would have reported', async () => {
  const champion = await stored(12, [0.6, 0, 0, 0, 0])
  const challenger = await stored(15, [0, 0, 0.6, 0, 0])
  await fixture.db
    .insertInto('weights_changes')
    .values({
      kind: 'promoted',
      version: champion.version,
      from_day: DAY,
      decided_at: fixture.clock.now(),
      decided_by: 'an operator',
      reason: 'They are to be seen at work.',
      figures: '{}',
    })
    .execute()
  const { config, clock, postgres, vault, bus } = fixture
  const market = startMarket({ config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) })
  try {
    await until('four decisions', 60_000, async () => ((await recorded()).length >= 4 ? true : undefined))
  } finally {
    await market.close()
  }
  const params = withLatencyAllowance(SIGNAL_PARAMS, SPEED)
  for (const { decision, inputs, challenger: opinion } of await recorded()) {
    expect(decision.configHash).toBe(configHash(withWeights(params, champion)))
    expect(inputs.params.weightsVersion).toBe(champion.version)
    expect(Object.fromEntries(decision.contributions.map(({ agent, weight }) => [agent, weight]))).toEqual(
      champion.weights,
    )
    expect(recomputeDecision(inputs)).toEqual(decision)
    expect(opinion).toMatchObject({
      version: challenger.version,
      configHash: configHash(withWeights(params, challenger)),
    })
  }
  // Nothing of it is in the log that is traded on.
  const rows = await fixture.db.selectFrom('decisions').select('record').execute()
  for (const { record } of rows) expect(JSON.stringify(record)).not.toContain(challenger.version)
})
