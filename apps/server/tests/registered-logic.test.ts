// @invariant registered-logic
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { withLatencyAllowance } from '@strikewise/signals/agents/latency-allowance.ts'
import type { NamedWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { SHIPPED_LOGIC } from '@strikewise/signals/registry/shipped-logic.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerLogicOfDay } from '../src/registered-logic/registered-logic.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

const OPERATOR = 'operator@example.com'
const now = istInstant(istDate('2026-11-30'), 9, 0)
const LEARNED: NamedWeights = { version: '2026-11-27', weights: SIGNAL_PARAMS.engine.weights }
const REAL = { liveAlgoId: 'ALGO-1', operatorEmails: [OPERATOR], sandbox: undefined }

let web: TestWeb
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', OPERATOR)
})
afterAll(() => web.stop())
beforeEach(async () => {
  await web.store.db.deleteFrom('registered_logic').execute()
  await web.store.db.deleteFrom('outbox').where('recipient', '=', OPERATOR).execute()
})

const opens = (champion?: NamedWeights, config: Parameters<typeof registerLogicOfDay>[2] = REAL, speed = 1) =>
  registerLogicOfDay(web.store.db, { champion, speed, now }, config)
const rows = () => web.store.db.selectFrom('registered_logic').selectAll().orderBy('weights_version').execute()
const mails = async () =>
  (await web.store.db.selectFrom('outbox').select('body').where('recipient', '=', OPERATOR).execute()).map(
    ({ body }) => body,
  )
const registeredOn = async (day: string) =>
  (await accountFacts(web.store.pool, [operator.id], istInstant(istDate(day), 10, 0))).get(operator.id)!.registeredLogic
const hashesOn = async (day: string) => (await registeredOn(day)).map((logic) => logic.configHash)

describe('as a market day opens', () => {
  it('the logic as shipped is registered, once, under the identifier of the service', async () => {
    await opens()
    await opens()
    expect(await rows()).toMatchObject([
      { config_hash: SHIPPED_LOGIC.config, code_hash: SHIPPED_LOGIC.code, identifier: 'ALGO-1', weights_version: null },
    ])
    expect(await registeredOn('2026-01-05')).toEqual([{ configHash: SHIPPED_LOGIC.config, identifier: 'ALGO-1' }])
    expect(await mails()).toEqual([])
  })

  it('the identifier of the service is followed until an operator registers another', async () => {
    await opens(undefined, { ...REAL, liveAlgoId: undefined })
    expect(await rows()).toMatchObject([{ identifier: 'not-issued' }])
    await opens()
    expect(await rows()).toMatchObject([{ identifier: 'ALGO-1' }])
    await web.store.db
      .updateTable('registered_logic')
      .set({ identifier: 'ALGO-7', registered_by: operator.id })
      .execute()
    await opens()
    expect(await rows()).toMatchObject([{ identifier: 'ALGO-7' }])
  })

  it('weights that decided before a register was kept go on', async () => {
    await opens(LEARNED)
    expect(await rows()).toMatchObject([{ weights_version: LEARNED.version, identifier: 'ALGO-1' }])
  })

  it('other learned weights are open: none of their live entries is made, and the operators get one mail', async () => {
    await opens()
    await opens(LEARNED)
    await opens(LEARNED)
    const open = (await rows()).find(({ weights_version }) => weights_version === LEARNED.version)!
    expect(open).toMatchObject({ identifier: null })
    expect(await hashesOn('2026-11-30')).toEqual([SHIPPED_LOGIC.config])
    const sent = await mails()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain(open.config_hash)
  })

  it('a sandbox, which has no exchange, registers whatever decides, at the speed of its clock', async () => {
    const sandbox = { ...REAL, sandbox: {}, liveAlgoId: undefined }
    await opens(undefined, sandbox, 10)
    await opens(LEARNED, sandbox, 10)
    expect(await rows()).toMatchObject([{ identifier: 'sandbox' }, { identifier: 'sandbox' }])
    expect(await hashesOn('2026-11-30')).toContain(configHash(withLatencyAllowance(SIGNAL_PARAMS, 10)))
  })
})

describe('an operator', () => {
  it('registers an open logic for its days', async () => {
    await opens()
    await opens(LEARNED)
    const { config_hash } = (await rows()).find(({ identifier }) => identifier === null)!
    const body = {
      config_hash,
      identifier: 'ALGO-2',
      disclosure: 'Weighted vote of agents, learned weights.',
      from: '2026-12-01',
      to: '2026-12-31',
    }
    const post = (cookie: string | undefined, of: object = body) =>
      call(web, 'POST', '/api/operator/logic', { ...(cookie === undefined ? {} : { cookie }), body: of })
    expect((await post(undefined)).status).toBe(401)
    expect((await post(operator.cookie, { ...body, config_hash: 'ab'.repeat(32) })).status).toBe(404)
    expect(await post(operator.cookie)).toMatchObject({
      status: 200,
      json: { identifier: 'ALGO-2', from: '2026-12-01' },
    })
    const days = ['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01']
    const isRegistered = await Promise.all(days.map(async (day) => (await hashesOn(day)).includes(config_hash)))
    expect(isRegistered).toEqual([false, true, true, false])
    const { json } = await call(web, 'GET', '/api/operator/logic', { cookie: operator.cookie })
    expect(json).toMatchObject({
      logic: expect.arrayContaining([expect.objectContaining({ config_hash, to: '2026-12-31' })]),
    })
    const actions = await web.store.db.selectFrom('operator_actions').select('action').execute()
    expect(actions).toContainEqual({ action: 'logic_registered' })
  })
})
