// @invariant consent-before-account
// @invariant address-proved
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyEmail, call, cookieOf, mailedToken, newUser, PASSWORD, startTestWeb, type TestWeb } from './harness.ts'
import { confirmSignUp, signIn, signUp } from './sign-up-calls.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

describe('sign-up', () => {
  const mailsTo = (email: string) =>
    web.store.db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', email).execute()

  it('keeps the language of the page with the account', async () => {
    const email = anyEmail()
    await signUp(web, email, { language: 'hi' })
    await confirmSignUp(web, email)
    const me = await call(web, 'GET', '/api/me', { cookie: cookieOf(await signIn(web, email)) })
    expect(me.json).toMatchObject({ email, language: 'hi' })
    await call(web, 'POST', '/api/auth/request-password-reset', { body: { email } })
    await signUp(web, email, { language: 'en' })
    // The last one is to the owner of the account, in whatever language the form was filled in.
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'अपने ईमेल पते की पुष्टि करें',
      'अपना Strikewise पासवर्ड रीसेट करें',
      'आपका Strikewise खाता पहले से है',
    ])
    expect(await signUp(web, anyEmail(), { language: 'fr' })).toMatchObject({ status: 400 })
  })

  it('makes a starter with consents, once the mailed link was opened with the password of the sign-up', async () => {
    const email = anyEmail()
    expect((await signUp(web, email)).json).toEqual({ ok: true, verification: 'sent' })
    expect(await signIn(web, email)).toMatchObject({ status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
    expect(await confirmSignUp(web, email)).toMatchObject({ status: 200, json: { ok: true, email } })
    const login = await signIn(web, email)
    expect(login.status).toBe(200)
    const me = await call(web, 'GET', '/api/me', { cookie: cookieOf(login) })
    expect(me.json).toMatchObject({
      email,
      emailVerified: true,
      plan: 'starter',
      plan_expiry: null,
      joinedAt: '2026-11-20T10:00:00+05:30',
      operator: false,
      legal: { terms: 'agreed' },
      entitlements: { plan: 'starter', delay_seconds: 60, agents: ['candle_signal', 'option_chain_signal'] },
    })
    const { uid } = me.json as { uid: string }
    const consents = await web.store.db
      .selectFrom('consents')
      .select(['kind', 'version'])
      .where('user_id', '=', uid)
      .execute()
    expect(consents.map((row) => `${row.kind} ${row.version}`).toSorted()).toEqual([
      'adult 2026-11-22',
      'privacy 2025-07-17',
      'terms 2026-11-22',
    ])
  })

  it('opens nothing by a link that is wrong, was used or has expired', async () => {
    const email = anyEmail()
    await signUp(web, email)
    const over = { status: 400, json: { code: 'sign_up_link_over' } }
    const token = await mailedToken(web, email)
    expect(await confirmSignUp(web, email, { token: 'of-another-day' })).toMatchObject(over)
    await web.store.pool.query(`update sign_ups set expires_at = now() where email = $1`, [email])
    expect(await confirmSignUp(web, email)).toMatchObject(over)
    expect((await signIn(web, email)).status).toBe(401)
    await signUp(web, email)
    expect((await confirmSignUp(web, email)).status).toBe(200)
    expect(await confirmSignUp(web, email)).toMatchObject(over)
    expect(await confirmSignUp(web, email, { token })).toMatchObject(over)
  })

  it('leaves the password to the person who opens the link, and asks that person for the terms', async () => {
    const email = anyEmail()
    await signUp(web, email, { password: 'the password of a stranger' })
    const token = await mailedToken(web, email)
    expect(await confirmSignUp(web, email)).toMatchObject({ status: 409, json: { code: 'password_differs' } })
    expect((await signIn(web, email)).status).toBe(401)
    expect(await confirmSignUp(web, email, { replace: true })).toMatchObject({ status: 200 })
    expect((await signIn(web, email, 'the password of a stranger')).status).toBe(401)
    const cookie = cookieOf(await signIn(web, email))
    expect(await call(web, 'GET', '/api/me', { cookie })).toMatchObject({ json: { legal: { terms: 'never' } } })
    expect(await call(web, 'GET', '/api/payments', { cookie })).toMatchObject({ json: { code: 'terms_required' } })
    expect(await confirmSignUp(web, email, { token, replace: true })).toMatchObject({ status: 400 })
  })

  it('ends the links of other sign-ups to the address with the first one opened', async () => {
    const email = anyEmail()
    await signUp(web, email, { password: 'the password of a stranger' })
    const strange = await mailedToken(web, email)
    await signUp(web, email)
    expect((await confirmSignUp(web, email)).status).toBe(200)
    expect(await confirmSignUp(web, email, { token: strange, replace: true })).toMatchObject({
      json: { code: 'sign_up_link_over' },
    })
    expect((await signIn(web, email)).status).toBe(200)
  })

  it('takes an unproved account of earlier days over, without the password and sessions from before', async () => {
    const { id, email, cookie } = await newUser(web)
    await web.store.db.updateTable('identity_users').set({ emailVerified: false }).where('id', '=', id).execute()
    await signUp(web, email, { password: 'a password of its owner' })
    expect((await confirmSignUp(web, email, { password: 'a password of its owner' })).status).toBe(200)
    web.bus.publish(`account.${id}`, null)
    expect((await call(web, 'GET', '/api/me', { cookie })).status).toBe(401)
    expect((await signIn(web, email)).status).toBe(401)
    expect((await signIn(web, email, 'a password of its owner')).status).toBe(200)
  })

  it('mails nothing that was typed in to an address that is not proved', async () => {
    const email = anyEmail()
    await signUp(web, email, { name: 'Admin You Won' })
    expect((await mailsTo(email)).map(({ body }) => body).join()).not.toContain('Won')
  })

  it('answers all of many at once alike, whether the address has an account or not', async () => {
    const [{ email }, unknown] = [await newUser(web), anyEmail()]
    for (const address of [email, unknown]) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(web, address)))
      expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
        answers.map(() => '200 {"ok":true,"verification":"sent"}'),
      )
    }
    expect(web.logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([])
  })

  it('mails an address five times an hour, however often it is asked, and does not disclose it', async () => {
    const email = anyEmail()
    await signUp(web, email)
    await confirmSignUp(web, email)
    const before = (await mailsTo(email)).length
    const answers = [
      await signUp(web, email),
      ...(await Promise.all(
        Array.from({ length: 12 }, () => call(web, 'POST', '/api/auth/request-password-reset', { body: { email } })),
      )),
      await signUp(web, email),
    ]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.slice(1, -1).map(({ text }) => text)).size).toBe(1)
    expect((await mailsTo(email)).length).toBe(5)
    expect(before).toBe(1)
  })

  it('is counted by the block of an IPv6 address', async () => {
    const from = (host: number) =>
      call(web, 'POST', '/api/signup', {
        body: { name: 'Test Person', email: anyEmail(), password: PASSWORD, adult: true, terms: true },
        headers: { 'x-test-address': `2001:db8:7:7::${host.toString(16)}` },
      })
    expect((await from(1)).status).toBe(200)
    await web.store.db
      .updateTable('rate_buckets')
      .set({ count: 60 })
      .where('key', '=', 'signup 2001:db8:7:7::/64')
      .execute()
    expect((await from(2)).status).toBe(429)
  })

  it('answers alike for an address that has an account, and notifies its owner by mail', async () => {
    const { email } = await newUser(web)
    const [known, unknown] = [await signUp(web, email), await signUp(web, anyEmail())]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const mail = await web.store.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(mail.subject).toBe('You already have a Strikewise account')
    expect(
      await web.store.db.selectFrom('identity_users').select('id').where('email', '=', email).execute(),
    ).toHaveLength(1)
  })

  it.each([
    ['no name', { name: ' ' }, 'name: Required'],
    ['an address that is none', { email: 'no-address' }, 'email: Must be an email address'],
    ['a short password', { password: 'short' }, 'password: Must be at least 8 characters'],
    ['a very long password', { password: 'x'.repeat(129) }, 'password: Must be at most 128 characters'],
    [
      'a password everybody uses',
      { password: 'Password123' },
      'password: This password is on lists of stolen passwords. Choose another one.',
    ],
    ['a name of two lines', { name: 'Asha\nRao' }, 'name: Must be a name, without addresses and special characters'],
    [
      'a name with hidden signs',
      { name: 'Asha\u202eRao' },
      'name: Must be a name, without addresses and special characters',
    ],
    [
      'an address for a name',
      { name: 'https://evil.example' },
      'name: Must be a name, without addresses and special characters',
    ],
    [
      'the own name for a password',
      { name: 'Raghunath Vaidya', password: 'Raghunath2026' },
      'password: This password contains your name or email address. Choose another one.',
    ],
    ['no age', { adult: false }, 'adult: You must be 18 or older.'],
    ['no terms', { terms: undefined }, 'terms: You must accept the terms and the privacy policy.'],
    ['a plan of one’s own choice', { plan: 'master' }, 'Leave out: plan'],
  ])('refuses %s', async (_what, change, message) => {
    const answer = await signUp(web, anyEmail(), change)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input', message } })
  })

  it('has no other way', async () => {
    const answer = await call(web, 'POST', '/api/auth/sign-up/email', {
      body: { name: 'x', email: anyEmail(), password: PASSWORD },
    })
    expect(answer.status).toBe(404)
  })
})
