import { createECDH, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decryptPush } from '../src/push/decrypt-push.ts'
import { SandboxFixture } from './sandbox-fixture.ts'

interface NewSubscription {
  readonly id: string
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

type Claims = Readonly<Record<string, unknown>>

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ speed: 1 })
})
afterAll(() => sandbox.sandbox.close())

/** A sender as RFC 8292 has it, whose tokens another library signs. */
async function newSender() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { x, y } = await exportJWK(publicKey)
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  const key = point.toString('base64url')
  const token = (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg: 'ES256' }).sign(privateKey)
  return { key, token }
}

const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600
const claimsOf = (change: Claims = {}): Claims => ({
  aud: sandbox.url,
  exp: inHours(12),
  sub: 'mailto:operator@example.com',
  ...change,
})

function send(endpoint: string, headers: Record<string, string>, body: Buffer = randomBytes(200)): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: { ttl: '60', 'content-encoding': 'aes128gcm', ...headers },
    body: new Uint8Array(body),
  })
}

const subscribe = (key: string) =>
  sandbox.control<NewSubscription>('POST', '/push/subscriptions', { application_server_key: key })

describe('the push service', () => {
  it('takes a message of the sender that its browser subscribed with, and shows what is not encrypted for it', async () => {
    const { key, token } = await newSender()
    const { id, endpoint } = await subscribe(key)
    const authorization = `vapid t=${await token(claimsOf())}, k=${key}`
    const answer = await send(endpoint, { authorization, urgency: 'high' })
    expect([answer.status, answer.headers.get('location')]).toEqual([201, expect.stringContaining('/push/message/')])
    expect(await sandbox.get(`/sandbox/push/messages?subscription=${id}`)).toMatchObject([
      { subscription: id, ttl: 60, urgency: 'high', text: null },
    ])
  })

  it.each<[string, () => Promise<Claims>]>([
    ['has expired', async () => claimsOf({ exp: inHours(-1) })],
    ['is good for more than a day', async () => claimsOf({ exp: inHours(25) })],
    ['is for another push service', async () => claimsOf({ aud: 'https://fcm.googleapis.com' })],
    ['names no contact', async () => claimsOf({ sub: undefined })],
  ])('refuses a token that %s', async (_what, claims) => {
    const { key, token } = await newSender()
    const { endpoint } = await subscribe(key)
    const answer = await send(endpoint, { authorization: `vapid t=${await token(await claims())}, k=${key}` })
    expect(answer.status).toBe(403)
  })

  it('refuses senders that the browser did not subscribe with, with their own key and with its', async () => {
    const [own, other] = [await newSender(), await newSender()]
    const { endpoint } = await subscribe(own.key)
    const token = await other.token(claimsOf())
    for (const key of [other.key, own.key])
      expect((await send(endpoint, { authorization: `vapid t=${token}, k=${key}` })).status).toBe(403)
    expect((await send(endpoint, {})).status).toBe(403)
  })

  it.each([
    [{ ttl: '' }, 400],
    [{ ttl: '-1' }, 400],
    [{ urgency: 'very-high' }, 400],
    [{ 'content-encoding': 'aesgcm' }, 400],
  ])('refuses a message with %j: %i', async (headers, status) => {
    const { key, token } = await newSender()
    const { endpoint } = await subscribe(key)
    const authorization = `vapid t=${await token(claimsOf())}, k=${key}`
    expect((await send(endpoint, { authorization, ...headers })).status).toBe(status)
  })

  it('refuses more than 4,096 bytes', async () => {
    const { key, token } = await newSender()
    const { endpoint } = await subscribe(key)
    const authorization = `vapid t=${await token(claimsOf())}, k=${key}`
    expect((await send(endpoint, { authorization }, Buffer.alloc(4_097))).status).toBe(413)
    expect((await send(endpoint, { authorization }, Buffer.alloc(4_096))).status).toBe(201)
  })

  it('knows no subscription that was never made, and answers one that has ended with 410', async () => {
    const { key, token } = await newSender()
    const { id, endpoint } = await subscribe(key)
    const authorization = `vapid t=${await token(claimsOf())}, k=${key}`
    expect((await send(`${endpoint}x`, { authorization })).status).toBe(404)
    await sandbox.control('DELETE', `/push/subscriptions/${id}`)
    expect((await send(endpoint, { authorization })).status).toBe(410)
  })

  it('fails as it is set to', async () => {
    const { key, token } = await newSender()
    const { endpoint } = await subscribe(key)
    const authorization = `vapid t=${await token(claimsOf())}, k=${key}`
    const next = async () => send(endpoint, { authorization })
    await sandbox.control('POST', '/faults', { kind: 'push_error', status: 502 })
    expect((await next()).status).toBe(502)
    await sandbox.control('POST', '/faults', { kind: 'push_rate_limit', retryAfterSeconds: 9 })
    const refused = await next()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '9'])
    await sandbox.control('POST', '/faults', { kind: 'push_slow', delayMs: 300 })
    const begun = performance.now()
    expect((await next()).status).toBe(201)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(300)
    await sandbox.control('POST', '/faults', { kind: 'push_gone' })
    expect((await next()).status).toBe(410)
    expect((await next()).status).toBe(410)
  })
})

it('reads the example of RFC 8291 as its browser does', () => {
  const receiver = createECDH('prime256v1')
  receiver.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  expect(decryptPush(body, receiver, auth)).toBe('When I grow up, I want to be a watermelon')
  for (let at = 0; at < body.length; at += 1) {
    const changed = Buffer.from(body)
    changed[at]! ^= 1
    // The size of the records is only a bound.
    if (at < 16 || at > 19) expect(decryptPush(changed, receiver, auth)).toBeUndefined()
  }
})
