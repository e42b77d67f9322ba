// @invariant promotion-registered
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { SHIPPED_REGISTRATIONS } from '@strikewise/signals/learning/shipped-registrations.ts'
import type { WeightsOverview } from '@strikewise/wire/learning.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileShippedTrials, registeredTrials } from '../src/learning/registered-trials.ts'
import { dueTrainingDays, livePerformanceOf } from '../src/learning/training-runs.ts'
import { fileTrial, trialOf, withResult } from './filed-trial.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'

const LEARNED = daysFrom(istDate('2026-08-04'), 2)
const VERSION = LEARNED.at(-1)!
const LATER = daysFrom(VERSION, 6)
const TEST = { from: LATER[2]!, to: LATER[3]! }

function daysFrom(first: IstDate, count: number): IstDate[] {
  const days = [first]
  while (days.length < count) days.push(nseCalendar.nextTradingDay(days.at(-1)!))
  return days
}

let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', 'operator@example.com')
  await liveThrough(web, EMPTY_LOG, LEARNED, 0.8)
  for (const day of await dueTrainingDays(web.store.db)) await livePerformanceOf(web.store.db, day)
})
afterAll(() => web.stop())

const file = (body: Parameters<typeof fileTrial>[1], as = operator) => fileTrial({ web, operator: as }, body)
const refused = { status: 409, json: { code: 'trial_refused' } }

/** The promotion gate's condition of a registered trial. */
async function condition() {
  const { json } = await call(web, 'GET', '/api/operator/weights', { cookie: operator.cookie })
  const { versions } = json as WeightsOverview
  return versions.find(({ version }) => version === VERSION)!.gate.find(({ code }) => code === 'registered')!
}

it('of the release is listed from the day of its registration on, once', async () => {
  const { db } = web.store
  const [shipped] = SHIPPED_REGISTRATIONS
  const { day, candidate, hash } = shipped!
  const on = istInstant(day, 9)
  await fileShippedTrials(db, istInstant(addDays(day, -1), 9))
  expect(await registeredTrials(db, on)).toEqual([])
  for (let time = 0; time < 2; time += 1) await fileShippedTrials(db, on)
  const { parameters, data } = candidate
  expect(await registeredTrials(db, on)).toMatchObject([
    { hash, filed: day, state: 'waiting', version: null, parameters, result: null },
  ])
  const after = istInstant(nseCalendar.nextTradingDay(data.test.to), 9)
  expect(await registeredTrials(db, after)).toMatchObject([{ state: 'due', sessions_left: 0 }])
})

describe('a registered trial', () => {
  it('is filed before the first session of its test, and by an operator alone', async () => {
    web.clock.set(istInstant(VERSION, 18))
    const body = { version: VERSION, reason: 'Two quarters of tests are behind it.' }
    const { status, json } = await call(web, 'POST', '/api/operator/weights/promote', { cookie: operator.cookie, body })
    expect(status).toBe(409)
    expect((json as { detail: string }).detail).toContain((await condition()).text)
    expect(await condition()).toMatchObject({ met: false, text: expect.stringContaining('npm run trial') })
    expect(await file(await trialOf(web, VERSION, TEST), await newUser(web, 'elite'))).toMatchObject({ status: 403 })
    const late = await file(await trialOf(web, VERSION, { from: VERSION, to: TEST.to }))
    expect(late).toMatchObject(refused)
    const trial = await trialOf(web, VERSION, TEST)
    const { registration } = trial
    const changed = { ...registration, candidate: { ...registration.candidate, threshold: -1 } }
    expect(await file({ ...trial, registration: changed })).toMatchObject({ status: 409 })
    for (let time = 0; time < 2; time += 1)
      expect(await file(trial)).toMatchObject({
        status: 200,
        json: { hash: registration.hash, version: VERSION, state: 'waiting', sessions_left: 2, filed: VERSION },
      })
    expect(await condition()).toMatchObject({ met: false, text: expect.stringContaining('has no result yet') })
  })

  it('gets one result, after its last session, that its own figures bear out', async () => {
    const trial = await trialOf(web, VERSION, TEST)
    expect(await file(withResult(trial))).toMatchObject(refused)
    web.clock.set(istInstant(LATER[4]!, 8))
    const never = withResult(await trialOf(web, VERSION, TEST, 'B. Rao'))
    expect(await file(never)).toMatchObject(refused)
    const { registration, result } = withResult(trial, -0.1)
    const claimed = { registration, result: { ...result!, success: true } }
    expect(await file(claimed)).toMatchObject(refused)
    expect(await file(withResult(trial))).toMatchObject({ status: 200, json: { state: 'succeeded' } })
    expect(await file(withResult(trial, -0.1))).toMatchObject(refused)
    expect(await condition()).toMatchObject({ met: true })
    await expect(web.store.db.deleteFrom('registered_trials').execute()).rejects.toThrow()
    await expect(web.store.db.deleteFrom('registered_trial_results').execute()).rejects.toThrow()
    const listed = await call(web, 'GET', '/api/operator/trials', { cookie: operator.cookie })
    expect(listed.json).toMatchObject({
      trials: expect.arrayContaining([
        expect.objectContaining({
          state: 'succeeded',
          result: expect.objectContaining({ interval: { low: 0.01, high: 0.9 } }),
        }),
      ]),
    })
  })
})
