import { expect, it } from 'vitest'
import * as z from 'zod'
import { route, type Route } from './route.ts'
import { ROUTES } from './routes.ts'

const reply = z.object({})

it('has no route without an access rule and a limit: each of these lines fails to compile', () => {
  const complete = route({ method: 'GET', path: '/x', auth: 'user', perMinute: 1, summary: 'x', reply })
  expect(complete.perMinute).toBe(1)
  // @ts-expect-error without an access rule
  route({ method: 'GET', path: '/x', perMinute: 1, summary: 'x', reply })
  // @ts-expect-error without a limit
  route({ method: 'GET', path: '/x', auth: 'user', summary: 'x', reply })
  // @ts-expect-error a file without its media type
  route({ method: 'GET', path: '/x', auth: 'user', perMinute: 1, kind: 'file', summary: 'x', reply })
})

it('reads no session for public routes alone, and a signed body only where there is no session', () => {
  for (const [name, one] of Object.entries(ROUTES) as [string, Route][]) {
    if (one.sessionless === true) expect([name, one.auth]).toEqual([name, 'public'])
    if (one.signed === true) expect([name, one.sessionless, one.method]).toEqual([name, true, 'POST'])
    if (one.kind === 'stream') expect([name, one.sessionless]).toEqual([name, true])
  }
})

/** Openings of a screen a minute that a reader may come to, going back and forth or loading it again. */
const MIN_SCREEN_READS = 30
/** Read when the user asks for a file, not when a screen opens. */
const DOWNLOADS: ReadonlySet<string> = new Set(['exportMyData'])

it('lets a reader open a screen every two seconds: what screens read as they open is not refused before that', () => {
  const tooSeldom = (Object.entries(ROUTES) as [string, Route][]).filter(
    ([name, { method, kind, perMinute }]) =>
      method === 'GET' && kind !== 'file' && kind !== 'stream' && !DOWNLOADS.has(name) && perMinute < MIN_SCREEN_READS,
  )
  expect(tooSeldom.map(([name]) => name)).toEqual([])
})
