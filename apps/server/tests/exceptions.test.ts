// @invariant exception-recorded
// @invariant operator-log
import type { Message } from '@strikewise/messages/message.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { ExceptionRow } from '@strikewise/wire/exceptions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ExceptionRecorder } from '../src/exceptions/exception-recorder.ts'
import { firstBrokenAction } from '../src/operator/actions.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let operator: TestUser
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  operator = await newUser(web, 'starter', 'operator@example.com')
})
afterAll(() => web.stop())
beforeEach(async () => {
  web.clock.set(FRIDAY_TEN)
  user = await newUser(web)
})

const lost = (rows: number): Message => ({ code: 'alarm.rows_lost', rows })
const quiet = { warn: () => undefined, error: () => undefined }

/** Raises alarms as the trader does, and waits until the store has them. */
async function raise(...alarms: readonly (readonly [code: string, message: Message])[]): Promise<void> {
  const recorder = new ExceptionRecorder({ db: web.store.db, now: () => web.clock.now(), logger: quiet })
  for (const [code, message] of alarms) recorder.record(user.id, code, message)
  await recorder.close()
}
const ofUser = async () => {
  const { json } = await call(web, 'GET', '/api/operator/exceptions', { cookie: operator.cookie })
  return (json as { exceptions: ExceptionRow[] }).exceptions.filter((one) => one.user_id === user.id)
}
const step = async (id: number, body: object) =>
  call(web, 'POST', `/api/operator/exceptions/${id}/steps`, { cookie: operator.cookie, body })
const openCount = async () => {
  const { json } = await call(web, 'GET', '/api/operator/overview', { cookie: operator.cookie })
  return (json as { open_exceptions: number }).open_exceptions
}

describe('an alarm', () => {
  it('is one exception however often it occurs, with its newest text and how often it occurred', async () => {
    await raise(['rows_lost', lost(1)], ['rows_lost', lost(2)])
    web.clock.advance(MINUTE_MS)
    await raise(['rows_lost', lost(3)])
    expect(await ofUser()).toEqual([
      {
        id: expect.any(Number),
        user_id: user.id,
        email: user.email,
        code: 'rows_lost',
        is_finding: false,
        text: 'The store had lost 3 rows that it had taken. They are written again.',
        day: '2026-11-20',
        first_at: '2026-11-20T10:00:00+05:30',
        last_at: '2026-11-20T10:01:00+05:30',
        occurrences: 3,
        state: 'open',
        owner: null,
        steps: [],
      },
    ])
  })

  it('is another exception for another order, and on another day', async () => {
    const second = (order: string): Message => ({ code: 'alarm.second_order', order })
    await raise(['second_order', second('o1')], ['second_order', second('o2')], ['second_order', second('o1')])
    web.clock.advance(24 * 60 * MINUTE_MS)
    await raise(['second_order', second('o1')])
    expect((await ofUser()).map(({ day, occurrences }) => [day, occurrences])).toEqual([
      ['2026-11-21', 1],
      ['2026-11-20', 1],
      ['2026-11-20', 2],
    ])
  })

  it('of the auditor is a finding', async () => {
    await raise(['audit_order_unknown', { code: 'audit.order_unknown', order: 'o1' }])
    expect(await ofUser()).toMatchObject([{ is_finding: true, text: 'The store does not know our order o1.' }])
  })

  it('that the store does not take is written once it does, with what occurred meanwhile', async () => {
    let isAway = true
    const db = new Proxy(web.store.db, {
      get: (target, name) => {
        if (name === 'insertInto' && isAway) throw new Error('the store is away')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    const warned: unknown[] = []
    const logger = { ...quiet, warn: (...line: unknown[]) => void warned.push(line) }
    const recorder = new ExceptionRecorder({ db, now: () => web.clock.now(), logger })
    recorder.record(user.id, 'rows_lost', lost(1))
    await expect.poll(() => warned.length, { timeout: 10_000 }).toBeGreaterThan(0)
    recorder.record(user.id, 'rows_lost', lost(2))
    isAway = false
    await recorder.close()
    expect(await ofUser()).toMatchObject([{ occurrences: 2, text: expect.stringContaining('2 rows') }])
  })

  it('that the store can never take costs no other', async () => {
    const refused: unknown[] = []
    const logger = { ...quiet, error: (...line: unknown[]) => void refused.push(line) }
    const recorder = new ExceptionRecorder({ db: web.store.db, now: () => web.clock.now(), logger })
    recorder.record(user.id, 'second_order', { code: 'alarm.second_order', order: 'o\u0000' })
    recorder.record(user.id, 'rows_lost', lost(1))
    await recorder.close()
    expect(await ofUser()).toMatchObject([{ code: 'rows_lost', occurrences: 1 }])
    expect(refused).toEqual([
      [{ account: user.id, code: 'second_order', reason: 'SQLSTATE 22P05' }, expect.any(String)],
    ])
  })
})

describe('an operator', () => {
  it('takes an exception and resolves it with a note, each step in the log of operators', async () => {
    const before = await openCount()
    await raise(['rows_lost', lost(1)])
    expect(await openCount()).toBe(before + 1)
    const [{ id }] = (await ofUser()) as [ExceptionRow]
    expect(await step(id, { step: 'taken' })).toMatchObject({
      status: 200,
      json: { state: 'taken', owner: operator.email },
    })
    expect(await step(id, { step: 'resolved' })).toMatchObject({ status: 400 })
    expect(await step(id, { step: 'resolved', note: 'Compared with the broker' })).toMatchObject({
      json: {
        state: 'resolved',
        owner: null,
        steps: [
          { step: 'taken', by: operator.email, note: null },
          { step: 'resolved', by: operator.email, note: 'Compared with the broker' },
        ],
      },
    })
    expect(await openCount()).toBe(before)
    const actions = await web.store.db
      .selectFrom('operator_actions')
      .select(['action', 'details'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute()
    expect(actions).toEqual([
      { action: 'exception_taken', details: { exception: id, code: 'rows_lost' } },
      {
        action: 'exception_resolved',
        details: { exception: id, code: 'rows_lost', reason: 'Compared with the broker' },
      },
    ])
    expect(await firstBrokenAction(web.store.db)).toBeUndefined()
  })

  it('has one that occurs again after it was resolved among the open ones', async () => {
    await raise(['rows_lost', lost(1)])
    const [{ id }] = (await ofUser()) as [ExceptionRow]
    await step(id, { step: 'resolved', note: 'Compared with the broker' })
    await raise(['rows_lost', lost(2)])
    expect(await ofUser()).toMatchObject([{ id, state: 'recurred', owner: null, occurrences: 2 }])
    expect(await step(id, { step: 'taken' })).toMatchObject({ json: { state: 'taken' } })
  })

  it('opens a resolved one again', async () => {
    await raise(['rows_lost', lost(1)])
    const [{ id }] = (await ofUser()) as [ExceptionRow]
    await step(id, { step: 'resolved', note: 'Compared with the broker' })
    expect(await step(id, { step: 'reopened' })).toMatchObject({ json: { state: 'open' } })
  })

  it('is refused what is not there', async () => {
    expect(await step(999_999, { step: 'taken' })).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })
})
