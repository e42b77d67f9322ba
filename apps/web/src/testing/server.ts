import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { configBody, meBody, OPEN_AT } from './response-bodies.ts'

/** Answers of a healthy server for what every screen asks. A test overrides what it is about. */
export const server = setupServer(
  http.get('/api/me', () => HttpResponse.json(meBody())),
  http.get('/api/config', () => HttpResponse.json(configBody)),
  http.get('/api/notices', () =>
    HttpResponse.json({ notices: [], announcements: [], unread: 0, needs_you: 0, next: null }),
  ),
  http.get('/api/announcements', () => HttpResponse.json({ announcements: [] })),
  http.get('/api/clock', () => HttpResponse.json({ now: OPEN_AT, speed: 1 })),
  http.get('/api/index_candles_before', () => HttpResponse.json([])),
  http.get('/api/no_trade_minutes', () => HttpResponse.json([])),
  http.get('/api/program-keys', () => HttpResponse.json({ keys: [] })),
  http.get('/api/payments', () => HttpResponse.json({ payments: [] })),
)

type Method = 'get' | 'post' | 'put'

/** What a call was sent, in the order it arrived. */
export interface Seen {
  readonly bodies: unknown[]
  readonly queries: URLSearchParams[]
}

/** Answers one call from now on, and remembers what it is sent. `reply` may be a function of the request. */
export function answer(method: Method, path: string, reply: JsonBodyType, status = 200): Seen {
  const seen: Seen = { bodies: [], queries: [] }
  server.use(
    http[method](`/api${path}`, async ({ request }) => {
      seen.queries.push(new URL(request.url).searchParams)
      const text = await request.text()
      if (text !== '') seen.bodies.push(JSON.parse(text))
      return HttpResponse.json(reply, { status })
    }),
  )
  return seen
}

/** Refuses one call with an error body. */
export const refuse = (method: Method, path: string, status: number, body: { message: string; detail?: string }) =>
  answer(method, path, { code: 'refused', ...body }, status)

/** Aborts a call, as without a network. */
export function breakOff(method: Method, path: string): void {
  server.use(http[method](`/api${path}`, () => HttpResponse.error()))
}

/** Never answers a call. */
export function hang(method: Method, path: string): void {
  server.use(http[method](`/api${path}`, async () => new Promise<never>(() => {})))
}
