// @invariant terms-first
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as consume } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import { statusOf } from '../src/alerts/telegram/account-messages.ts'
import { importUsers, type ImportOptions, type LineReport } from '../src/import/import-users.ts'
import { MasterKey } from '../src/secrets/master-key.ts'
import { startTestPostgres } from '../src/store/testing.ts'
import {
  anyEmail,
  call,
  cookieOf,
  FRIDAY_TEN,
  mailedPath,
  newUser,
  OPERATOR,
  PASSWORD,
  startTestWeb,
  type TestWeb,
} from './harness.ts'

const MAIN = join(import.meta.dirname, '../src/import/main.ts')

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

async function* linesOf(documents: readonly unknown[]): AsyncGenerator<string> {
  for (const document of documents) yield typeof document === 'string' ? document : JSON.stringify(document)
}

async function bring(documents: readonly unknown[], change: Partial<ImportOptions> = {}): Promise<LineReport[]> {
  const options = {
    db: web.store.db,
    master: MasterKey.open(web.config),
    now: web.clock.now(),
    apply: true,
    withKeys: true,
  }
  return Array.fromAsync(importUsers(linesOf(documents), { ...options, ...change }))
}

const outcomes = (reports: readonly LineReport[]) => reports.map(({ line, outcome }) => [line, outcome])
let users = 0
const document = (change: object = {}) => ({
  uid: `imported${++users}`,
  email: anyEmail(),
  name: 'Imported Person',
  plan: 'master',
  plan_expiry: '2026-12-20T10:00:00+05:30',
  ...change,
})

describe('importing users', () => {
  it('writes nothing without the option to write', async () => {
    const one = document()
    expect(outcomes(await bring([one], { apply: false }))).toEqual([[1, 'would import']])
    const rows = await web.store.db.selectFrom('identity_users').select('id').where('id', '=', one.uid).execute()
    expect(rows).toEqual([])
  })

  it('makes accounts their owners open by setting a password', async () => {
    const one = document({
      joinedAt: '2025-03-01T09:00:00+05:30',
      telegramChatId: 12345,
      legal: { zerodhaDisclosureAccepted: true, zerodhaDisclosureAcceptedAt: '2025-04-01T09:00:00+05:30' },
      zerodha: { api_key: 'abcd1234efgh5678', api_secret: 'secret5678', access_token: 'gone' },
      trade_settings: { strategies: [{ symbol: 'NIFTY', lots: 2, auto_execute: true, sl_buffer: 7 }] },
    })
    expect(outcomes(await bring([one]))).toEqual([[1, 'imported']])
    await call(web, 'POST', '/api/auth/request-password-reset', {
      body: { email: one.email, redirectTo: '/reset-password' },
    })
    const link = new URL(await mailedPath(web, one.email), web.url)
    const token = link.pathname.split('/').at(-1)
    await call(web, 'POST', '/api/auth/reset-password', { body: { token, newPassword: PASSWORD } })
    const signIn = () =>
      call(web, 'POST', '/api/auth/sign-in/email', { body: { email: one.email, password: PASSWORD } })
    // Opening the mailed link has proved the address.
    const me = await call(web, 'GET', '/api/me', { cookie: cookieOf(await signIn()) })
    expect(me.json).toMatchObject({
      uid: one.uid,
      name: 'Imported Person',
      plan: 'master',
      plan_expiry: '2026-12-20T10:00:00+05:30',
      joinedAt: '2025-03-01T09:00:00+05:30',
      telegramChatId: '12345',
      legal: { zerodhaDisclosureAccepted: true, zerodhaDisclosureAcceptedAt: '2025-04-01T09:00:00+05:30' },
    })
    const armed = await web.store.db.selectFrom('strategies').selectAll().where('user_id', '=', one.uid).execute()
    expect(armed).toMatchObject([{ symbol: 'NIFTY', lots: 2, auto_execute: false, sl_buffer_rupees: 7 }])
    const { api_secret, ...keys } = await web.store.db
      .selectFrom('broker_links')
      .select(['mode', 'api_key_last4', 'api_secret', 'access_token', 'connected'])
      .where('user_id', '=', one.uid)
      .executeTakeFirstOrThrow()
    expect(keys).toEqual({ mode: 'live', api_key_last4: '5678', access_token: null, connected: false })
    expect(api_secret!.includes('secret5678')).toBe(false)
    expect((await web.vault.open(one.uid, 'api_secret', api_secret!)).reveal()).toBe('secret5678')
  })

  it('asks for the terms before anything else works', async () => {
    const { id, cookie } = await newUser(web)
    // As an import leaves an account: no consent was given here.
    const imported = document()
    await bring([imported])
    await web.store.db.updateTable('identity_sessions').set({ userId: imported.uid }).where('userId', '=', id).execute()
    const ask = (path: string) => call(web, 'GET', path, { cookie })
    expect(await ask('/api/me')).toMatchObject({ status: 200, json: { uid: imported.uid, legal: { terms: 'never' } } })
    const refused = { status: 403, json: { code: 'terms_required' } }
    for (const path of ['/api/payments', '/signals', '/live_indices', '/api/trade-settings'])
      expect(await ask(path)).toMatchObject(refused)
    // What the law gives, and what protects a trade, is never held back.
    expect(await ask('/api/my-data')).toMatchObject({ status: 200 })
    expect(await call(web, 'POST', '/api/stop', { cookie, body: { on: true } })).toMatchObject({ status: 200 })
    const agree = (body: object) => call(web, 'POST', '/api/terms-agreement', { cookie, body })
    expect(await agree({ adult: true, terms: false })).toMatchObject({ status: 400 })
    expect(await agree({ adult: true, terms: true })).toMatchObject({ status: 200, json: { terms: 'agreed' } })
    expect(await ask('/api/me')).toMatchObject({ json: { legal: { terms: 'agreed' } } })
    expect(await ask('/api/payments')).toMatchObject({ status: 200 })
  })

  it('keeps a record without a plan without one: rights of starter, everywhere, until a plan is bought', async () => {
    const operator = await newUser(web, 'starter', OPERATOR)
    const { id, cookie } = await newUser(web)
    const imported = document({ plan: undefined, plan_expiry: undefined })
    expect(outcomes(await bring([imported]))).toEqual([[1, 'imported']])
    await web.store.db.updateTable('identity_sessions').set({ userId: imported.uid }).where('userId', '=', id).execute()
    await call(web, 'POST', '/api/terms-agreement', { cookie, body: { adult: true, terms: true } })
    const me = () => call(web, 'GET', '/api/me', { cookie })
    expect((await me()).json).toMatchObject({
      plan: null,
      plan_expiry: null,
      planExpiry: null,
      expiry: null,
      next_plan: null,
      entitlements: { plan: 'starter', plan_active: false, expired_plan: null, delay_seconds: 60, auto_symbols: [] },
    })
    expect(await call(web, 'GET', '/api/trade-settings', { cookie })).toMatchObject({ status: 403 })
    const seen = await call(web, 'GET', '/api/operator/user', {
      cookie: operator.cookie,
      query: { email: imported.email },
    })
    expect(seen.json).toMatchObject({ plan: null, plan_expiry: null, next_plan: null })
    expect(await call(web, 'GET', '/api/my-data', { cookie })).toMatchObject({ status: 200 })
    const facts = await accountFacts(web.store.pool, [imported.uid], web.clock.now())
    expect(facts.get(imported.uid)).toMatchObject({ plan: 'starter', planExpiresAt: null })
    const [status] = await statusOf(web.store.db, imported.uid, web.clock.now())
    expect(status).toMatchObject({ code: 'chat.status', plan: 'free' })
    const bought = await call(web, 'POST', '/api/payments', {
      cookie,
      body: { plan: 'pro', billing: 'monthly', terms: true },
      headers: { 'idempotency-key': 'first-plan' },
    })
    expect(bought.status).toBe(200)
    expect((await me()).json).toMatchObject({ plan: 'pro', entitlements: { plan: 'pro' } })
  })

  it('asks again once a text has changed, and goes on meanwhile', async () => {
    const { id, cookie } = await newUser(web)
    await web.store.db
      .insertInto('consents')
      .values({ user_id: id, kind: 'terms', version: '2025-07-25', given: true, at: new Date(), text_hash: 'of old' })
      .execute()
    web.bus.publish(`account.${id}`, null)
    expect(await call(web, 'GET', '/api/me', { cookie })).toMatchObject({ json: { legal: { terms: 'changed' } } })
    expect(await call(web, 'GET', '/api/payments', { cookie })).toMatchObject({ status: 200 })
    await call(web, 'POST', '/api/terms-agreement', { cookie, body: { adult: true, terms: true } })
    expect(await call(web, 'GET', '/api/me', { cookie })).toMatchObject({ json: { legal: { terms: 'agreed' } } })
  })

  it('changes nothing the second time, nor who is there by address', async () => {
    const { email } = await newUser(web)
    const lines = [document(), document({ email: email.toUpperCase() })]
    expect(outcomes(await bring(lines))).toEqual([
      [1, 'imported'],
      [2, 'there'],
    ])
    expect(outcomes(await bring(lines))).toEqual([
      [1, 'there'],
      [2, 'there'],
    ])
  })

  it('goes on past lines that are refused, and names them', async () => {
    const one = document()
    const reports = await bring(['{not json', one, '', { uid: 'no-email' }, document({ email: one.email })])
    expect(outcomes(reports)).toEqual([
      [1, 'refused'],
      [2, 'imported'],
      [4, 'refused'],
      [5, 'refused'],
    ])
    expect(reports.at(-1)!.findings).toEqual([
      { severity: 'error', field: 'email', text: 'stands on an earlier line too' },
    ])
  })

  it('leaves broker keys out while the outside world is the sandbox', async () => {
    const one = document({ zerodha: { api_key: 'abcd1234efgh5678', api_secret: 'secret5678' } })
    const [report] = await bring([one], { withKeys: false })
    expect(report!.findings.map(({ text }) => text)).toEqual([
      'keys are not taken while the outside world is the sandbox',
    ])
    const links = await web.store.db.selectFrom('broker_links').select('mode').where('user_id', '=', one.uid).execute()
    expect(links).toEqual([])
    expect(JSON.stringify(report)).not.toContain('secret5678')
  })
})

describe('the command', () => {
  it('reports what each line would become, and writes only with the option to write', async () => {
    const postgres = await startTestPostgres()
    const folder = mkdtempSync(join(tmpdir(), 'strikewise-import-'))
    // Of the outside world an import asks the time alone.
    const clock = createServer((_request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ now: FRIDAY_TEN, speed: 1, running: true })),
    )
    await new Promise<void>((resolve) => clock.listen(0, '127.0.0.1', resolve))
    const one = document()
    writeFileSync(join(folder, 'users.jsonl'), `${JSON.stringify(one)}\n{not json\n`)
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: postgres.url.reveal(),
      STRIKEWISE_DATA: folder,
      SANDBOX_URL: `http://127.0.0.1:${(clock.address() as AddressInfo).port}`,
    }
    const run = async (...more: string[]) => {
      const program = spawn(process.execPath, [MAIN, join(folder, 'users.jsonl'), ...more], { env })
      const [output, [code]] = await Promise.all([consume(program.stdout), once(program, 'exit')])
      return { code: code as number, output }
    }
    const ids = async () =>
      (await postgres.store.db.selectFrom('identity_users').select('id').execute()).map((row) => row.id)
    try {
      const dry = await run('--report', join(folder, 'report.json'))
      // One line is refused, and that is not in order.
      expect(dry.code).toBe(1)
      expect(dry.output).toMatch(/would import: 1\nrefused: 1\nNothing was written\. Say --apply to write\.\n$/)
      expect(await ids()).toEqual([])
      expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject([
        { line: 1, uid: one.uid, outcome: 'would import' },
        { line: 2, uid: null, outcome: 'refused' },
      ])
      expect((await run('--apply')).output).toMatch(/imported: 1\nrefused: 1\n$/)
      expect(await ids()).toEqual([one.uid])
    } finally {
      await postgres.stop()
      clock.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
