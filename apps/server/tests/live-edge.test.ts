// @invariant live-edge
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { createHash } from 'node:crypto'
import { EDGE_SENTENCE } from '@strikewise/domain/trading/edge-acknowledgement.ts'
import { addDays, istDate } from '@strikewise/domain/time/ist.ts'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withdrawAcknowledgements } from '../src/settings/live-edge.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

const ROW = { symbol: 'NIFTY', lots: 1, auto_execute: true, tsl_enabled: false, sl_buffer: 10 }

let web: TestWeb
let strict: TestWeb
beforeAll(async () => {
  ;[web, strict] = await Promise.all([startTestWeb(), startTestWeb({ LIVE_WITHOUT_EDGE: 'forbid' })])
})
afterAll(() => Promise.all([web.stop(), strict.stop()]))

/** An elite user whose link is of this kind, as connecting leaves it. */
async function linked(of: TestWeb, mode: LinkMode): Promise<TestUser> {
  const user = await newUser(of, 'elite')
  await link(of, user, mode)
  return user
}

async function link(of: TestWeb, user: TestUser, mode: LinkMode): Promise<void> {
  await of.store.db.deleteFrom('broker_links').where('user_id', '=', user.id).execute()
  await of.store.pool.query(`insert into broker_links (user_id, mode) values ($1, $2)`, [user.id, mode])
  of.bus.publish(`account.${user.id}`, null)
}

const save = (of: TestWeb, user: TestUser, sentence?: string, auto = true) =>
  call(of, 'PUT', '/api/trade-settings', {
    cookie: user.cookie,
    body: {
      strategies: [{ ...ROW, auto_execute: auto }],
      consentGiven: auto,
      ...(sentence === undefined ? {} : { edge_acknowledgement: sentence }),
    },
  })

const standing = async (of: TestWeb, user: TestUser) => {
  const answer = await call(of, 'GET', '/api/trade-settings', { cookie: user.cookie })
  return (answer.json as TradeSettingsReply).live_edge
}

/** What a claim of an entry reads. */
const mayEnter = async (of: TestWeb, user: TestUser) =>
  (await accountFacts(of.store.pool, [user.id], of.clock.now())).get(user.id)!.consentGiven

const wordings = async (of: TestWeb, user: TestUser) =>
  of.store.db
    .selectFrom('consents')
    .select(['version', 'given', 'text_hash'])
    .where('user_id', '=', user.id)
    .where('kind', '=', 'live_edge')
    .orderBy('id')
    .execute()

/** Sixty trades of twelve days on paper, each of which won. */
async function provePaper(of: TestWeb, user: TestUser): Promise<void> {
  for (let i = 0; i < 60; i += 1)
    await writeTrade(
      of.store.db,
      user.id,
      addDays(istDate('2026-10-01'), Math.floor(i / 5)),
      `${user.id}-${i}`,
      'closed',
    )
}

describe('arming a live account whose trades show no edge', () => {
  it('takes the sentence, which is kept with its version and hash', async () => {
    const user = await linked(web, 'live')
    expect(await standing(web, user)).toBe('unacknowledged')
    for (const typed of [undefined, '', 'I agree'])
      expect(await save(web, user, typed)).toMatchObject({ status: 409, json: { code: 'edge_not_acknowledged' } })
    expect(await mayEnter(web, user)).toBe(false)

    expect(await save(web, user, `${EDGE_SENTENCE.toLowerCase()}.`)).toMatchObject({
      status: 200,
      json: { live_edge: 'acknowledged' },
    })
    expect(await mayEnter(web, user)).toBe(true)
    expect(await wordings(web, user)).toEqual([
      { version: '2026-11-21', given: true, text_hash: createHash('sha256').update(EDGE_SENTENCE).digest('hex') },
    ])
  })

  it('does not ask again while it stays armed, and asks again after it was not', async () => {
    const user = await linked(web, 'live')
    await save(web, user, EDGE_SENTENCE)
    expect((await save(web, user)).status).toBe(200)
    expect((await save(web, user, undefined, false)).json).toMatchObject({ live_edge: 'unacknowledged' })
    expect(await mayEnter(web, user)).toBe(false)
    expect((await save(web, user)).status).toBe(409)
    expect((await wordings(web, user)).map((row) => row.given)).toEqual([true, false])
  })

  it('holds an account that was armed on paper', async () => {
    const user = await linked(web, 'paper')
    expect((await save(web, user)).json).toMatchObject({ live_edge: 'not_live' })
    expect(await mayEnter(web, user)).toBe(true)
    await link(web, user, 'live')
    expect(await mayEnter(web, user)).toBe(false)
    expect(await standing(web, user)).toBe('unacknowledged')
  })

  it('is not possible where the operator forbids it', async () => {
    const user = await linked(strict, 'live')
    expect(await standing(strict, user)).toBe('forbidden')
    expect(await save(strict, user, EDGE_SENTENCE)).toMatchObject({ status: 403, json: { code: 'edge_forbidden' } })
    expect(await mayEnter(strict, user)).toBe(false)
  })
})

describe('trades that show an edge', () => {
  it.each([
    ['acknowledge', () => web],
    ['forbid', () => strict],
  ])('arm without a sentence where the operator says %s', async (_policy, of) => {
    const user = await linked(of(), 'live')
    await provePaper(of(), user)
    expect(await standing(of(), user)).toBe('proven')
    expect((await save(of(), user)).json).toMatchObject({ live_edge: 'proven' })
    expect(await mayEnter(of(), user)).toBe(true)
    expect(await wordings(of(), user)).toEqual([{ version: 'proven', given: true, text_hash: null }])
  })
})

it('an operator who comes to forbid it takes acknowledgements back, and nothing else', async () => {
  const [acknowledged, proven] = [await linked(web, 'live'), await linked(web, 'live')]
  await save(web, acknowledged, EDGE_SENTENCE)
  await provePaper(web, proven)
  await save(web, proven)
  for (let again = 0; again < 2; again += 1) await withdrawAcknowledgements(web.store.db, web.clock.now())
  expect([await mayEnter(web, acknowledged), await mayEnter(web, proven)]).toEqual([false, true])
  expect((await wordings(web, acknowledged)).map((row) => row.given)).toEqual([true, false])
})
