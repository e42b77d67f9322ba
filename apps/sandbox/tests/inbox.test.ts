import { createHash, randomBytes } from 'node:crypto'
import { Bot, GrammyError } from 'grammy'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SandboxFixture } from './sandbox-fixture.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 1 })
})
afterAll(() => sandbox.sandbox.close())

it('catches mail, parses it and refuses it while the fault is on', async () => {
  const transport = createTransport(`smtp://127.0.0.1:${sandbox.sandbox.smtpPort}`)
  const mail = {
    from: 'product@example.com',
    to: 'trader@example.com',
    subject: 'Verify: ₹1,000',
    text: 'http://x/verify?token=1',
    html: '<b>hello</b>',
  }
  await transport.sendMail(mail)
  expect(await sandbox.get('/sandbox/mails?to=trader@example.com')).toMatchObject([
    { from: mail.from, to: [mail.to], subject: mail.subject, text: `${mail.text}\n`, html: '<b>hello</b>\n' },
  ])
  expect(await sandbox.get('/sandbox/mails?to=nobody@example.com')).toEqual([])

  await sandbox.control('POST', '/faults', { kind: 'mail_down' })
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 })
  await sandbox.control('DELETE', '/faults')
  await transport.sendMail(mail)
  await sandbox.control('DELETE', '/mails')
  expect(await sandbox.get('/sandbox/mails')).toEqual([])
  transport.close()
})

it('serves the Bot API to the official client: commands, chats, buttons, edits', async () => {
  const bot = new Bot('123456:test-token', { client: { apiRoot: `${sandbox.url}/bot-api` } })
  const pressed = Promise.withResolvers<string>()
  const started = Promise.withResolvers<string | undefined>()
  bot.command('start', async (context) => {
    const reply = await context.reply('Hello', {
      reply_markup: { inline_keyboard: [[{ text: 'Stop', callback_data: 'stop' }]] },
    })
    await context.api.editMessageText(reply.chat.id, reply.message_id, 'Hello again', {
      reply_markup: { inline_keyboard: [[{ text: 'Stop', callback_data: 'stop' }]] },
    })
    started.resolve(context.from?.language_code)
  })
  bot.on('callback_query:data', async (context) => {
    await context.answerCallbackQuery({ text: 'Stopped' })
    pressed.resolve(context.callbackQuery.data)
  })
  const menus = { en: [{ command: 'start', description: 'Begin' }], hi: [{ command: 'start', description: 'शुरू' }] }
  await bot.api.setMyCommands(menus.en)
  await bot.api.setMyCommands(menus.hi, { language_code: 'hi' })
  expect(await bot.api.getMyCommands({ language_code: 'hi' })).toEqual(menus.hi)
  expect(await bot.api.getMyCommands({ language_code: 'ta' })).toEqual(menus.en)
  await expect(bot.api.sendMessage(42, 'first')).rejects.toThrow('chat not found')
  const running = bot.start()

  await sandbox.control('POST', '/bot/messages', { chat_id: 42, text: '/start', language_code: 'hi' })
  expect(await started.promise).toBe('hi')
  const messages = await sandbox.get<{ message_id: number; text: string }[]>('/sandbox/bot/messages?chat_id=42')
  expect(messages.map((message) => message.text)).toEqual(['Hello again', '/start'])
  await sandbox.control('POST', '/bot/presses', { chat_id: 42, message_id: messages[0]!.message_id, data: 'stop' })
  expect(await pressed.promise).toBe('stop')
  await bot.stop()
  await running

  await sandbox.control('PUT', '/bot/chats/42', { blocked: true })
  await expect(bot.api.sendMessage(42, 'hello')).rejects.toMatchObject({ error_code: 403 })
  await sandbox.control('PUT', '/bot/chats/42', { blocked: false })
  await sandbox.control('POST', '/faults', { kind: 'bot_rate_limit', retryAfterSeconds: 7 })
  const refused = await bot.api.sendMessage(42, 'hello').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(GrammyError)
  expect(refused).toMatchObject({ error_code: 429, parameters: { retry_after: 7 } })
  await sandbox.control('DELETE', '/faults')
})

it('signs a person in by OpenID Connect with PKCE, on any loopback port', async () => {
  const issuer = `${sandbox.url}/oidc`
  const discovery = await sandbox.get<Record<string, string>>('/oidc/.well-known/openid-configuration')
  expect(discovery['issuer']).toBe(issuer)

  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = 'http://127.0.0.1:5123/api/auth/callback/google'
  const authorization = new URL(discovery['authorization_endpoint']!)
  authorization.search = new URLSearchParams({
    client_id: 'strikewise',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()

  const browser = new Browser()
  const page = await browser.follow(authorization.href)
  expect(await page.text()).toContain('name="email"')
  const wrong = await browser.fetch(browser.at, { name: 'Someone', email: 'not an address' })
  expect(wrong.status).toBe(400)
  const back = await browser.submitUntil(redirectUri, { name: 'Some One', email: 'Some.One@example.com' })
  expect(back.searchParams.get('state')).toBe('state-1')

  const answer = await fetch(discovery['token_endpoint']!, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code')!,
      redirect_uri: redirectUri,
      client_id: 'strikewise',
      client_secret: 'strikewise-sandbox',
      code_verifier: verifier,
    }),
  })
  const tokens = (await answer.json()) as { id_token: string; access_token: string }
  const keys = createRemoteJWKSet(new URL(discovery['jwks_uri']!))
  const { payload } = await jwtVerify(tokens.id_token, keys, { issuer, audience: 'strikewise' })
  expect(payload).toMatchObject({
    nonce: 'nonce-1',
    email: 'some.one@example.com',
    email_verified: true,
    name: 'Some One',
  })
  const info = await fetch(discovery['userinfo_endpoint']!, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  expect(await info.json()).toMatchObject({ sub: payload.sub, email: 'some.one@example.com' })
  expect(await sandbox.get('/sandbox/people')).toMatchObject([{ name: 'Some One' }])
})

it('redirects to no address outside this machine', async () => {
  const query = new URLSearchParams({
    client_id: 'strikewise',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'https://example.com/callback',
  })
  const answer = await fetch(`${sandbox.url}/oidc/auth?${query.toString()}`, { redirect: 'manual' })
  expect(answer.status).toBe(400)
})

it('takes the identity provider down on demand', async () => {
  await sandbox.control('POST', '/faults', { kind: 'oidc_down' })
  expect((await fetch(`${sandbox.url}/oidc/.well-known/openid-configuration`)).status).toBe(503)
  await sandbox.control('DELETE', '/faults')
})

/** The least of a browser: cookies and redirects. */
class Browser {
  #cookies = new Map<string, string>()
  at = ''

  async fetch(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=', 2) as [string, string]
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  /** Follows redirects to the first page. */
  async follow(url: string): Promise<Response> {
    this.at = url
    for (;;) {
      const response = await this.fetch(this.at)
      const location = response.headers.get('location')
      if (location === null) return response
      this.at = new URL(location, this.at).href
    }
  }

  /** Submits the page's form and follows redirects until one leads to `target`, which is not visited. */
  async submitUntil(target: string, form: Record<string, string>): Promise<URL> {
    let response = await this.fetch(this.at, form)
    for (;;) {
      const location = response.headers.get('location')
      if (location === null) throw new Error(`no redirect: ${response.status} ${await response.text()}`)
      const next = new URL(location, this.at)
      if (next.href.startsWith(target)) return next
      this.at = next.href
      response = await this.fetch(this.at)
    }
  }
}
