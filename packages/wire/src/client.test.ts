import { describe, expect, expectTypeOf, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createClient, type CallReply } from './client.ts'
import { ROUTES, type RouteName } from './routes.ts'

const routeOf = (name: RouteName) => ROUTES[name]

function clientAnswering(answer: (url: string, init: RequestInit) => Response | Promise<Response>) {
  return createClient({ routeOf, fetch: (async (url: string, init: RequestInit) => answer(url, init)) as typeof fetch })
}

describe('a call', () => {
  it('builds path, query and body from the route', async () => {
    const seen: { url: string; method: string | undefined; body: unknown; key: string | undefined }[] = []
    const client = clientAnswering((url, init) => {
      const headers = init.headers as Record<string, string>
      seen.push({ url, method: init.method, body: init.body, key: headers['idempotency-key'] })
      return Response.json([])
    })
    await client.call('userTradeLogs', { query: { uid: 'u1', date: '2026-11-20', closed_only: 'true' } })
    await client.call('signals', {}).catch(() => undefined)
    await client
      .call('pay', { body: { plan: 'elite', billing: 'monthly', terms: true }, idempotencyKey: 'k1' })
      .catch(() => undefined)
    await client.call('decision', { params: { id: 'a/b' } }).catch(() => undefined)
    expect(seen).toEqual([
      {
        url: '/api/user_trade_logs?uid=u1&date=2026-11-20&closed_only=true',
        method: 'GET',
        body: undefined,
        key: undefined,
      },
      { url: '/api/signals', method: 'GET', body: undefined, key: undefined },
      { url: '/api/payments', method: 'POST', body: '{"plan":"elite","billing":"monthly","terms":true}', key: 'k1' },
      { url: '/api/decisions/a%2Fb', method: 'GET', body: undefined, key: undefined },
    ])
  })

  it("throws the server's code, words and detail", async () => {
    const client = clientAnswering(() =>
      Response.json({ code: 'token_exchange', message: 'No.', detail: 'Invalid `checksum`.' }, { status: 400 }),
    )
    const error = await client.call('me').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, code: 'token_exchange', message: 'No.', detail: 'Invalid `checksum`.' })
  })

  it.each([
    ['HTML from a proxy', () => new Response('<html>', { status: 502 }), { status: 502, code: 'unknown' }],
    ['a reply of another shape', () => Response.json({ odd: 1 }), { status: 200, code: 'bad_reply' }],
    ['a dead network', () => Promise.reject(new TypeError('fetch failed')), { status: 0, code: 'network' }],
  ])('says what happened on %s', async (_what, answer, expected) => {
    await expect(clientAnswering(answer).call('me')).rejects.toMatchObject(expected)
  })

  it('aborts after its time-out, and lets the caller abort', async () => {
    const hang = (async (_url: string, init: RequestInit) =>
      new Promise((_, reject) => {
        if (init.signal?.aborted === true) reject(init.signal.reason as Error)
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })) as typeof fetch
    await expect(createClient({ routeOf, fetch: hang, timeoutMs: 5 }).call('me')).rejects.toMatchObject({
      code: 'timeout',
    })
    await expect(
      createClient({ routeOf, fetch: hang }).call('me', { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('is typed by the route', () => {
    expectTypeOf<CallReply<'news'>>().toEqualTypeOf<{ headlines: string[] }>()
  })
})
