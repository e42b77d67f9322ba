// @invariant two-operators
// @invariant operator-log
import { DAY_MS } from '@strikewise/domain/time/ist.ts'
import type { ApprovalRequest } from '@strikewise/wire/operator-approvals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstBrokenAction } from '../src/operator/actions.ts'
import {
  call,
  cookieOf,
  FRIDAY_TEN,
  logIn,
  newUser,
  setUpAuthenticator,
  startTestWeb,
  type Answer,
  type TestUser,
  type TestWeb,
} from './harness.ts'

const SECOND = 'second@example.com'
const ADDRESS = '203.0.113.7'

let web: TestWeb
let first: TestUser
let second: TestUser
beforeAll(async () => {
  web = await startTestWeb({ OPERATOR_EMAILS: `operator@example.com,${SECOND}`, REFUND_ALONE_UP_TO: '4000' })
  first = await newUser(web, 'starter', 'operator@example.com')
  const user = await newUser(web, 'starter', SECOND)
  const authenticator = await setUpAuthenticator(web, user.cookie)
  second = { ...user, authenticator, cookie: cookieOf(await logIn(web, { email: SECOND, authenticator })) }
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

let keys = 0
const post = (by: TestUser, path: string, body: object, key = `key-${++keys}`) =>
  call(web, 'POST', `/api${path}`, { cookie: by.cookie, body, headers: { 'idempotency-key': key } })
const buy = async (plan: string) => {
  const user = await newUser(web)
  const paid = await post(user, '/payments', { plan, billing: 'monthly', terms: true })
  return { user, paymentId: (paid.json as { payment_id: string }).payment_id }
}
const refund = (by: TestUser, paymentId: string, key?: string) =>
  post(by, '/operator/refunds', { payment_id: paymentId, basis: 'full', reason: 'asked for by mail' }, key)
const decide = (by: TestUser, id: string, decision: 'approve' | 'reject') =>
  post(by, `/operator/approvals/${id}/decision`, { decision })
const shownTo = async (by: TestUser, id: string) => {
  const { json } = await call(web, 'GET', '/api/operator/approvals', { cookie: by.cookie })
  return (json as { requests: ApprovalRequest[] }).requests.find((request) => request.id === id)
}
const approvalIn = ({ json }: Answer) => (json as { approval_id: string }).approval_id
const planOf = async ({ id }: TestUser) => {
  const profile = await web.store.db
    .selectFrom('profiles')
    .select(['plan', 'plan_expiry'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return { plan: profile.plan, isRunning: profile.plan_expiry!.getTime() > web.clock.now() }
}
const refundsOf = ({ id }: TestUser) =>
  web.store.db.selectFrom('refunds').select(['status', 'amount_paise', 'asked_by']).where('user_id', '=', id).execute()
const actionsAbout = async ({ id }: TestUser) =>
  web.store.db
    .selectFrom('operator_actions')
    .select(['operator', 'action', 'details'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

/** A user with a live broker link that has no address. */
async function liveUser(): Promise<TestUser> {
  const user = await newUser(web, 'elite')
  const none = { api_key: null, api_key_last4: null, api_secret: null, access_token: null, exit_token: null }
  await web.store.db
    .insertInto('broker_links')
    .values({
      user_id: user.id,
      mode: 'live',
      ...none,
      broker_user_id: null,
      egress_address: null,
      login_at: null,
      token_expires_at: null,
    })
    .execute()
  return user
}
const egressOf = async ({ id }: TestUser) =>
  (
    await web.store.db
      .selectFrom('broker_links')
      .select('egress_address')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).egress_address
const askAddress = (by: TestUser, user: TestUser, address: string | null, more: object = {}) =>
  post(by, '/operator/egress-address', { user_id: user.id, address, ...more })

describe('a refund above the limit', () => {
  it('pays nothing and ends nothing before a second operator approves it', async () => {
    const { user, paymentId } = await buy('master')
    const asked = await refund(first, paymentId, 'above')
    expect(asked).toMatchObject({ status: 200, json: { status: 'needs_approval', amount: expect.any(Number) } })
    expect((await refund(first, paymentId, 'above')).json).toEqual(asked.json)
    const id = approvalIn(asked)
    expect([await refundsOf(user), await planOf(user)]).toEqual([[], { plan: 'master', isRunning: true }])
    const { amount } = asked.json as { amount: number }
    expect(await shownTo(second, id)).toEqual({
      id,
      user_id: user.id,
      email: user.email,
      change: { kind: 'refund', payment_id: paymentId, basis: 'full', amount, reason: 'asked for by mail' },
      asked_by: first.email,
      asked_at: '2026-11-20T10:00:00+05:30',
      expires_at: '2026-11-21T10:00:00+05:30',
      own: false,
      state: 'open',
      decided: null,
    })
    expect(await decide(second, id, 'approve')).toMatchObject({
      status: 200,
      json: { state: 'approved', decided: { by: SECOND } },
    })
    expect(await refundsOf(user)).toEqual([{ status: 'done', amount_paise: amount * 100, asked_by: first.id }])
    expect(await planOf(user)).toEqual({ plan: 'master', isRunning: false })
    expect((await actionsAbout(user)).map(({ operator, action }) => [operator, action])).toEqual([
      [first.id, 'approval_asked'],
      [second.id, 'approval_approved'],
      [second.id, 'refund_asked'],
    ])
    expect(await firstBrokenAction(web.store.db)).toBeUndefined()
  })

  it('at the limit takes one operator', async () => {
    const { user, paymentId } = await buy('elite')
    expect(await refund(first, paymentId)).toMatchObject({ json: { status: 'done', amount: 4000 } })
    expect(await refundsOf(user)).toHaveLength(1)
  })

  it('is not approved by who asked for it, who can withdraw it', async () => {
    const { user, paymentId } = await buy('master')
    const id = approvalIn(await refund(first, paymentId))
    expect(await decide(first, id, 'approve')).toMatchObject({ status: 409, json: { code: 'operator_request_own' } })
    expect(await shownTo(first, id)).toMatchObject({ own: true, state: 'open' })
    expect(await decide(first, id, 'reject')).toMatchObject({ status: 200, json: { state: 'withdrawn' } })
    expect(await decide(second, id, 'approve')).toMatchObject({
      status: 409,
      json: { code: 'operator_request_decided' },
    })
    expect(await refundsOf(user)).toEqual([])
  })

  it('is rejected by a second operator, and can be asked for again', async () => {
    const { user, paymentId } = await buy('master')
    const id = approvalIn(await refund(first, paymentId))
    expect(await refund(second, paymentId)).toMatchObject({ status: 409, json: { code: 'operator_request_pending' } })
    expect(await decide(second, id, 'reject')).toMatchObject({ json: { state: 'rejected' } })
    const again = approvalIn(await refund(second, paymentId))
    expect(again).not.toBe(id)
    expect(await decide(first, again, 'approve')).toMatchObject({ json: { state: 'approved' } })
    expect(await refundsOf(user)).toMatchObject([{ asked_by: second.id }])
  })

  it('is paid once, however often and by whom it is decided at once', async () => {
    const { user, paymentId } = await buy('master')
    const id = approvalIn(await refund(first, paymentId))
    const answers = await Promise.all(
      (['approve', 'reject', 'approve', 'approve'] as const).map((decision) => decide(second, id, decision)),
    )
    const { state } = (await shownTo(second, id))!
    expect(await refundsOf(user)).toHaveLength(state === 'approved' ? 1 : 0)
    // Those that decided otherwise than the first are refused, and the others are not.
    const approvals = answers.filter((_, at) => at !== 1).map(({ status }) => status)
    expect([approvals, answers[1]!.status]).toEqual(
      state === 'approved' ? [[200, 200, 200], 409] : [[409, 409, 409], 200],
    )
  })

  it('expires after a day', async () => {
    const { user, paymentId } = await buy('master')
    const id = approvalIn(await refund(first, paymentId))
    web.clock.advance(DAY_MS)
    expect(await shownTo(second, id)).toMatchObject({ state: 'expired', decided: null })
    expect(await decide(second, id, 'approve')).toMatchObject({
      status: 409,
      json: { code: 'operator_request_expired' },
    })
    expect(await refundsOf(user)).toEqual([])
    expect(await refund(first, paymentId)).toMatchObject({ json: { status: 'needs_approval' } })
  })

  it('that can no longer be paid stays open', async () => {
    const { user, paymentId } = await buy('master')
    const id = approvalIn(await refund(first, paymentId))
    await post(user, '/payments', { plan: 'pro', billing: 'monthly', terms: true })
    expect(await decide(second, id, 'approve')).toMatchObject({ status: 409, json: { code: 'not_refundable' } })
    expect(await shownTo(second, id)).toMatchObject({ state: 'open' })
    expect((await actionsAbout(user)).map(({ action }) => action)).toEqual(['approval_asked'])
  })
})

describe('an egress address', () => {
  it('is changed only once a second operator approves it', async () => {
    const user = await liveUser()
    const id = approvalIn(await askAddress(first, user, ADDRESS))
    expect(await egressOf(user)).toBeNull()
    expect(await shownTo(second, id)).toMatchObject({
      change: { kind: 'egress_address', address: ADDRESS, present: null, same_family: false },
    })
    expect(await decide(first, id, 'approve')).toMatchObject({ status: 409 })
    expect(await egressOf(user)).toBeNull()
    expect(await decide(second, id, 'approve')).toMatchObject({ json: { state: 'approved' } })
    expect(await egressOf(user)).toBe(ADDRESS)
    // Taking it away stops all orders of the link, exits too.
    await decide(second, approvalIn(await askAddress(first, user, null)), 'approve')
    expect(await egressOf(user)).toBeNull()
    expect(await actionsAbout(user)).toMatchObject([
      { operator: first.id, action: 'approval_asked', details: { kind: 'egress_address', address: ADDRESS } },
      { operator: second.id, action: 'approval_approved' },
      { operator: second.id, action: 'egress_address_set', details: { address: ADDRESS, same_family: false } },
      { action: 'approval_asked' },
      { action: 'approval_approved' },
      { action: 'egress_address_set', details: { address: null } },
    ])
  })

  it('of another account is refused when it is asked for and when it is approved, but for one family', async () => {
    const [one, two, three] = [await liveUser(), await liveUser(), await liveUser()]
    const early = approvalIn(await askAddress(first, two, '198.51.100.4'))
    await decide(second, approvalIn(await askAddress(first, one, '198.51.100.4')), 'approve')
    expect(await askAddress(first, three, '198.51.100.4')).toMatchObject({
      status: 409,
      json: { code: 'address_taken' },
    })
    expect(await decide(second, early, 'approve')).toMatchObject({ status: 409, json: { code: 'address_taken' } })
    const family = approvalIn(await askAddress(first, three, '198.51.100.4', { same_family: true }))
    expect(await decide(second, family, 'approve')).toMatchObject({ json: { state: 'approved' } })
    expect([await egressOf(two), await egressOf(three)]).toEqual([null, '198.51.100.4'])
  })

  it('needs a live link, and an address', async () => {
    expect(await askAddress(first, await newUser(web, 'elite'), ADDRESS)).toMatchObject({ status: 404 })
    expect(await askAddress(first, await liveUser(), 'example.com')).toMatchObject({ status: 400 })
  })
})

it('a decision on what is not there is refused', async () => {
  expect(await decide(second, 'none', 'approve')).toMatchObject({ status: 404, json: { code: 'not_found' } })
})

it('counts in the overview while it is open', async () => {
  const waiting = async () => {
    const { json } = await call(web, 'GET', '/api/operator/overview', { cookie: second.cookie })
    return (json as { open_approvals: number }).open_approvals
  }
  const before = await waiting()
  const id = approvalIn(await askAddress(first, await liveUser(), '192.0.2.9'))
  expect(await waiting()).toBe(before + 1)
  await decide(second, id, 'reject')
  expect(await waiting()).toBe(before)
})

it('takes a fresh sign-in to approve, and none to reject', async () => {
  const ids = [
    approvalIn(await askAddress(first, await liveUser(), '192.0.2.1')),
    approvalIn(await askAddress(first, await liveUser(), '192.0.2.2')),
  ]
  await web.store.db
    .updateTable('identity_sessions')
    .set({ createdAt: new Date(Date.now() - 16 * 60_000) })
    .where('userId', '=', second.id)
    .execute()
  // A session is believed for a moment.
  await expect
    .poll(async () => (await decide(second, 'none', 'approve')).status, { timeout: 30_000, interval: 500 })
    .toBe(403)
  expect(await decide(second, ids[0]!, 'approve')).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
  expect(await decide(second, ids[1]!, 'reject')).toMatchObject({ json: { state: 'rejected' } })
  expect(await shownTo(first, ids[0]!)).toMatchObject({ state: 'open' })
})

it('leaves rows that cannot be changed', async () => {
  await expect(web.store.db.deleteFrom('operator_approval_decisions').execute()).rejects.toThrow('insert only')
  await expect(web.store.db.deleteFrom('operator_approval_requests').execute()).rejects.toThrow('insert only')
})
