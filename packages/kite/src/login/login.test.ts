import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureJson, fixtureText } from '../../tests/fixtures/load.ts'
import { postbackChecksum, sameChecksum, sessionChecksum } from './checksum.ts'
import { loginUrl } from './login-url.ts'
import { parsePostback } from './postback.ts'
import { parseRedirect } from './redirect.ts'

const SECRET = 'synthetic-secret-0001'
const TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWxYz012345'

it('the login address carries the state back through the redirect', () => {
  const url = new URL(loginUrl('http://127.0.0.1:8090/connect/login', 'key&1', 's t=1'))
  expect(url.pathname).toBe('/connect/login')
  expect(url.searchParams.get('v')).toBe('3')
  expect(url.searchParams.get('api_key')).toBe('key&1')
  expect(new URLSearchParams(url.searchParams.get('redirect_params')!).get('state')).toBe('s t=1')
})

describe('checksums', () => {
  const vectors = fixtureJson('synthetic/checksum_vectors.json') as Record<
    'session' | 'postback',
    Record<string, string>
  >

  it('of a session', () => {
    const v = vectors.session
    expect(sessionChecksum(v['api_key']!, v['request_token']!, v['api_secret']!)).toBe(v['checksum'])
  })

  it('of a postback', () => {
    const v = vectors.postback
    expect(postbackChecksum(v['order_id']!, v['order_timestamp']!, v['api_secret']!)).toBe(v['checksum'])
  })

  it('compare by value, whatever the lengths', () => {
    expect(sameChecksum('ab', 'ab')).toBe(true)
    expect(sameChecksum('ab', 'AB')).toBe(false)
    expect(sameChecksum('ab', '')).toBe(false)
  })
})

describe('a redirected address', () => {
  it.each([
    `https://app.example.in/callback?request_token=${TOKEN}&action=login&type=login&status=success&state=s1`,
    `https://app.example.in/callback?state=s1&status=success&request_token=${TOKEN}`,
    `  http://127.0.0.1/?state=s1&request_token=${TOKEN}\n`,
    `127.0.0.1:5000/?request_token=${TOKEN}&state=s1`,
    `localhost:5000/cb?request_token=${TOKEN}&state=s1`,
  ])('%s yields its token', (text) => {
    const parsed = parseRedirect(text)
    expect(parsed).toMatchObject({ ok: true, state: 's1' })
    expect(parsed.ok && parsed.requestToken.reveal()).toBe(TOKEN)
    expect(JSON.stringify(parsed)).not.toContain(TOKEN)
  })

  it.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['http://[', 'not_a_url'],
    ['two words', 'not_a_url'],
    ['https://a.in/callback', 'request_token_missing'],
    ['https://a.in/callback?request_token=', 'request_token_missing'],
    [`https://a.in/?Request_Token=${TOKEN}`, 'request_token_missing'],
    [TOKEN, 'request_token_missing'],
    ['https://a.in/?request_token=a%20b%3Cc', 'request_token_malformed'],
    [`https://a.in/?request_token=${TOKEN}&request_token=${TOKEN}`, 'request_token_malformed'],
    ['https://a.in/?status=cancelled', 'login_failed'],
    [`https://a.in/?status=error&request_token=${TOKEN}`, 'login_failed'],
  ])('%s: %s', (text, code) => expect(parseRedirect(text)).toEqual({ ok: false, code }))

  it('far longer than any is not parsed', () => {
    const text = `https://a.in/?request_token=${TOKEN}&x=${'y'.repeat(5000)}`
    expect(parseRedirect(text)).toEqual({ ok: false, code: 'not_a_url' })
  })

  it('of any text never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
        expect(typeof parseRedirect(text).ok).toBe('boolean')
      }),
    )
  })
})

describe('a postback', () => {
  it.each([
    ['synthetic/postback_complete.json', 'COMPLETE', 130],
    ['synthetic/postback_update_partial_fill.json', 'UPDATE', 65],
    ['synthetic/postback_cancelled_after_partial_fill.json', 'CANCELLED', 65],
    ['synthetic/postback_rejected.json', 'REJECTED', 0],
  ])('%s is taken', (file, status, filledQuantity) => {
    expect(parsePostback(fixtureText(file), SECRET)).toMatchObject({
      ok: true,
      update: { userId: 'ZZ0001', order: { status, filledQuantity } },
    })
  })

  const good = fixtureJson('synthetic/postback_complete.json') as Record<string, unknown>
  it.each<[what: string, body: string, secret: string, code: string]>([
    ['another secret', JSON.stringify(good), 'other', 'checksum_mismatch'],
    ['another order', JSON.stringify({ ...good, order_id: '1' }), SECRET, 'checksum_mismatch'],
    ['a blank checksum', JSON.stringify({ ...good, checksum: '' }), SECRET, 'unsigned'],
    ['no checksum', JSON.stringify({ ...good, checksum: undefined }), SECRET, 'unsigned'],
    ['a list', '[]', SECRET, 'unsigned'],
    ['no JSON', 'order_id=1', SECRET, 'not_json'],
    ['a row that cannot be', JSON.stringify({ ...good, quantity: -1 }), SECRET, 'unreadable'],
  ])('with %s is not', (_what, body, secret, code) => {
    expect(parsePostback(Buffer.from(body), secret)).toMatchObject({ ok: false, code })
  })

  it('of any bytes never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (body) => {
          expect(parsePostback(body, SECRET).ok).toBe(false)
        },
      ),
    )
  })
})
