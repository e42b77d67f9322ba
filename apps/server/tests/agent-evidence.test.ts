import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { VOTERS } from '@strikewise/signals/registry/registry.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentEvidence } from '../src/learning/agent-evidence.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'

type Evidence = CallReply<'operatorAgentEvidence'>

const DAYS: IstDate[] = ['2026-08-04' as IstDate]
while (DAYS.length < 24) DAYS.push(nseCalendar.nextTradingDay(DAYS.at(-1)!))
const AFTER = istInstant(DAYS.at(-1)!, 18)

let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', 'operator@example.com')
})
afterAll(() => web.stop())

it('has no figures before there is a decision, and measures the newest sessions of the log from then on', async () => {
  const read = async () =>
    (await call(web, 'GET', '/api/operator/agent-evidence', { cookie: operator.cookie })).json as Evidence
  expect(await read()).toEqual({ sessions: 0, from: null, to: null, agents: [] })
  await liveThrough(web, EMPTY_LOG, DAYS, 0.8)
  const evidence = await agentEvidence(web.store.db, AFTER)
  expect(evidence).toMatchObject({ sessions: 20, from: DAYS[4], to: DAYS.at(-1) })
  expect(evidence.agents.map(({ agent, symbol }) => [agent, symbol])).toEqual(VOTERS.map((agent) => [agent, 'NIFTY']))
  const quarter = (agent: number) => evidence.agents[agent]!.ahead.find(({ minutes }) => minutes === 15)!
  // The first agent is planted right in four of five; the others guess.
  expect(quarter(0).right!.value).toBeCloseTo(0.8, 1)
  expect(quarter(0).correlation!.low).toBeGreaterThan(0.3)
  expect(quarter(0).pays_bp!.low).toBeGreaterThan(0)
  for (const agent of [1, 2, 3, 4]) {
    const { low, high } = quarter(agent).correlation!
    expect(low < 0.08 && high > -0.08).toBe(true)
  }
  const { sessions, changes } = evidence.agents[0]!
  expect(sessions).toHaveLength(20)
  expect(sessions.every(({ right, signals }) => right! >= 0 && right! <= 1 && signals > 0)).toBe(true)
  expect(changes!.value).toBeGreaterThan(10)
})
