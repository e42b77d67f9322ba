import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { PROBLEM_TYPES } from '@strikewise/wire/api-error.ts'
import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOutside, type Outside } from './every-route/external-calls.ts'
import { GOOD_INPUTS, type Given } from './every-route/good-inputs.ts'
import { listContract } from './every-route/list-contract.ts'
import { DAY_BEFORE, ownOneOfEach, type Owned } from './every-route/owned-ids.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'
import { newUser, NoRateLimits, OPERATOR, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/*
 * Status, headers and problem code of every call for an anonymous caller, a user and an operator, and of what goes wrong
 * before a route is reached, compared with answers.txt: a change of the serving pipeline shows there as a difference.
 */

let outside: Outside
let web: TestWeb
let user: TestUser
let operator: TestUser
let my: Owned
beforeAll(async () => {
  outside = await startOutside('an-access-token')
  web = await startTestWeb({ SANDBOX_URL: outside.url, REFUND_ALONE_UP_TO: '100000' }, { rates: new NoRateLimits() })
  await liveThrough(web, EMPTY_LOG, [DAY_BEFORE], 0.5)
  listContract(web)
  operator = await newUser(web, 'master', OPERATOR)
  user = await newUser(web, 'master')
  my = await ownOneOfEach(web, user, 'mine')
})
afterAll(async () => {
  await web.stop()
  await outside.close()
})

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Whether an answer is a problem of RFC 9457: its media type, and `type`, `title`, `status` and `detail` in the body. */
const isProblem = (type: string | undefined, read: string, status: number | undefined): boolean => {
  if (type !== 'application/problem+json; charset=utf-8') return false
  const body = JSON.parse(read) as Readonly<Record<'type' | 'title' | 'status' | 'detail', unknown>>
  const texts = [body.type, body.title, body.detail]
  return (
    texts.every((part) => typeof part === 'string' && part !== '') &&
    String(body.type).startsWith(PROBLEM_TYPES) &&
    body.status === status
  )
}

/** Error answers that are no problem of RFC 9457, as `method path`. */
const withoutProblem: string[] = []

/** One answer as a line: nothing in it that differs from run to run. */
async function lineOf(method: string, path: string, { headers = {}, body }: Asked): Promise<string> {
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request(
      `http://127.0.0.1:${web.port}${path}`,
      {
        method,
        headers: {
          'x-test-address': '10.1.2.3',
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) =>
        void text(response).then((read) => {
          const named = Object.entries(response.headers)
            .map(([name, value]) => `${name}: ${stable(name, String(value))}`)
            .toSorted()
          const { statusCode: status } = response
          // An answer to HEAD has the headers alone.
          if (status! >= 400 && method !== 'HEAD' && !isProblem(response.headers['content-type'], read, status))
            withoutProblem.push(`${status} ${method} ${path}`)
          const code = /"code":"(\w+)","params"/.exec(read)?.[1]
          resolve(
            [response.statusCode, code ?? (read === '' ? 'empty' : 'content'), profileOf(named.join('\n'))].join(' '),
          )
        }, reject),
    )
    sent.on('error', reject)
    sent.end(body)
  })
  return answer
}

/** Values that each run makes itself are named by what they are. */
function stable(name: string, value: string): string {
  if (name === 'date' || name === 'etag' || name === 'content-length' || name === 'last-modified') return 'any'
  if (name === 'content-range') return value.replaceAll(/\d+/g, 'n')
  if (name === 'set-cookie') return value.replaceAll(/=[^;,]*/g, '=any')
  if (name === 'content-security-policy') return value.replace(/'nonce-[^']*'/, "'nonce-any'").replaceAll(/:\d+/g, '')
  return value.replaceAll(String(web.port), 'port')
}

const profiles: string[] = []
/** The number of a set of headers, in the order in which the sets come up. */
function profileOf(headers: string): string {
  if (!profiles.includes(headers)) profiles.push(headers)
  return `#${profiles.indexOf(headers) + 1}`
}

function askOf(route: Route, given: Given, cookie: string | undefined): [string, Asked] {
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(given.params![key]!))
  const query = given.query === undefined ? '' : `?${new URLSearchParams({ ...given.query }).toString()}`
  return [
    `${path}${query}`,
    {
      headers: { ...given.headers, ...(cookie === undefined ? {} : { cookie }) },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    },
  ]
}

it('has the status, headers and problem code that answers.txt shows', { timeout: 120_000 }, async () => {
  const lines: string[] = []
  const callers = { anonymous: () => undefined, user: () => user.cookie, operator: () => operator.cookie }
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][])
    for (const [who, cookie] of Object.entries(callers)) {
      const [path, asked] = askOf(route, GOOD_INPUTS[name](my), cookie())
      lines.push(`${name} ${who}: ${await lineOf(route.method, `/api${path}`, asked)}`)
      if (route.root === true) lines.push(`${name} ${who}, root: ${await lineOf(route.method, path, asked)}`)
      if (route.method !== 'GET') continue
      const { body: _, ...head } = asked
      lines.push(`${name} ${who}, HEAD: ${await lineOf('HEAD', `/api${path}`, head)}`)
      lines.push(
        `${name} ${who}, gzip: ${await lineOf('GET', `/api${path}`, { headers: { ...asked.headers, 'accept-encoding': 'gzip' } })}`,
      )
    }
  const cookie = (await newUser(web, 'master')).cookie
  const special: readonly [string, string, string, Asked][] = [
    ['an unknown call', 'GET', '/api/nothing', {}],
    ['an unknown call with a change', 'POST', '/api/nothing', { body: '{}' }],
    ['a known call by another method', 'DELETE', '/api/me', { headers: { cookie } }],
    ['a polled call by another method', 'POST', '/api/signals', { headers: { cookie }, body: '{}' }],
    ['a root path by another method', 'POST', '/signals', { headers: { cookie }, body: '{}' }],
    ['a path of a parameter by another method', 'POST', '/api/decisions/x', { headers: { cookie }, body: '{}' }],
    ['a trailing slash', 'GET', '/api/me/', { headers: { cookie } }],
    ['a parameter that is no percent encoding', 'GET', '/api/decisions/%E0%A4%A', { headers: { cookie } }],
    ['an encoded parameter', 'GET', '/api/decisions/a%2Fb', { headers: { cookie } }],
    ['an empty parameter', 'GET', '/api/decisions/', { headers: { cookie } }],
    ['an encoded path', 'GET', '/api/m%65', { headers: { cookie } }],
    ['a path with dots', 'GET', '/api/x/../me', { headers: { cookie } }],
    ['a query that is no percent encoding', 'GET', '/api/decisions?date=%E0%A4%A', { headers: { cookie } }],
    ['a query given twice', 'GET', '/api/signals?symbol=NIFTY&symbol=NIFTY', { headers: { cookie } }],
    ['an unknown query', 'GET', '/api/me?x=1', { headers: { cookie } }],
    ['an unknown query of a change', 'PUT', '/api/me/language?x=1', { headers: { cookie }, body: '{"language":"en"}' }],
    ['a change from another page', 'PUT', '/api/language', { headers: { cookie, origin: 'http://x' }, body: '{}' }],
    ['a change from another site', 'POST', '/api/signup', { headers: { 'sec-fetch-site': 'cross-site' }, body: '{}' }],
    ['a read from another page', 'GET', '/api/me', { headers: { cookie, origin: 'http://x' } }],
    ['a body that is too long', 'POST', '/api/signup', { body: `"${'x'.repeat(70_000)}"` }],
    ['a body that is too long, anonymous', 'POST', '/api/stop', { body: `"${'x'.repeat(70_000)}"` }],
    ['a body without a type', 'POST', '/api/signup', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['a body that is no JSON', 'POST', '/api/signup', { body: '{' }],
    ['a change without a body', 'POST', '/api/signup', {}],
    ['a problem in Hindi', 'GET', '/api/me', { headers: { 'accept-language': 'hi-IN' } }],
    ['a bearer token of no user', 'GET', '/api/me', { headers: { authorization: 'Bearer x' } }],
    ['the session', 'GET', '/api/auth/get-session', { headers: { cookie } }],
    ['the session, HEAD', 'HEAD', '/api/auth/get-session', { headers: { cookie } }],
    ['no session', 'GET', '/api/auth/get-session', {}],
    ['a call of identity that is not offered', 'POST', '/api/auth/delete-user', { body: '{}' }],
    ['a call of identity by another method', 'GET', '/api/auth/sign-out', {}],
    ['identity by a method of no call', 'PUT', '/api/auth/sign-out', { body: '{}' }],
    ['identity from another page', 'POST', '/api/auth/sign-out', { headers: { origin: 'http://x' }, body: '{}' }],
    ['identity with too long a body', 'POST', '/api/auth/sign-out', { body: `"${'x'.repeat(70_000)}"` }],
    [
      'identity without JSON',
      'POST',
      '/api/auth/sign-in/email',
      { headers: { 'content-type': 'text/plain' }, body: 'x' },
    ],
    ['a wrong password', 'POST', '/api/auth/sign-in/email', { body: '{"email":"a@example.com","password":"x"}' }],
    ['the base of identity', 'GET', '/api/auth', {}],
    ['the document of the API', 'GET', '/api/openapi.json', {}],
    ['the document of the API, HEAD', 'HEAD', '/api/openapi.json', {}],
    ['the document of the API with a query', 'GET', '/api/openapi.json?x=1', {}],
    ['a change of the document', 'POST', '/api/openapi.json', { body: '{}' }],
    ['health', 'GET', '/healthz', {}],
    ['readiness', 'GET', '/readyz', {}],
    ['metrics from outside', 'GET', '/metrics', {}],
    ['a page', 'GET', '/dashboard', {}],
    ['a page with a change', 'POST', '/dashboard', { body: '{}' }],
    ['a page of an alias', 'GET', '/dashboard', { headers: { accept: 'text/html' } }],
    ['a page that is not there', 'GET', '/no-such-page', {}],
    ['a file that is not there', 'GET', '/no-such-file.js', {}],
  ]
  for (const [what, method, path, asked] of special) lines.push(`${what}: ${await lineOf(method, path, asked)}`)
  const day = `/api/record/${DAY_BEFORE}`
  for (const range of ['bytes=0-9', 'bytes=5-', 'bytes=-5', 'bytes=99999999-', 'bytes=1-2,4-5', 'bytes=9-5'])
    lines.push(`a range ${range}: ${await lineOf('GET', day, { headers: { 'accept-encoding': 'gzip', range } })}`)
  lines.push(`a range, unpacked: ${await lineOf('GET', day, { headers: { range: 'bytes=0-9' } })}`)
  // A browser is shown a page, and a range outside a file has no content (RFC 9110).
  expect(withoutProblem).toEqual(['404 GET /no-such-page', `416 GET ${day}`])
  const shown = profiles.map((headers, at) => `#${at + 1}\n${headers.replaceAll(/^/gm, '  ')}`)
  await expect(`${[...shown, ...lines].join('\n')}\n`).toMatchFileSnapshot('every-route/answers.txt')
})
