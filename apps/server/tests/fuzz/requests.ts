import { chanceOf, type Chance } from './chance.ts'
import { hostileText, sample, spoil, type Known, type Schema } from './samples.ts'

export interface FuzzUser {
  readonly id: string
  readonly cookie: string
  readonly bearer: string
}

export interface FuzzRequest {
  readonly method: string
  /** With its query, as it goes over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: Schema }[]
  readonly body: Schema | undefined
}

/** Calls of identity beside the document's, by their own shapes. */
const IDENTITY: readonly Operation[] = [
  identityCall('post', '/sign-in/email', { email: { type: 'string', maxLength: 40 }, password: { type: 'string' } }),
  identityCall('post', '/request-password-reset', {
    email: { type: 'string', maxLength: 40 },
    redirectTo: { type: 'string' },
  }),
  identityCall('post', '/reset-password', { newPassword: { type: 'string', maxLength: 7 }, token: { type: 'string' } }),
  identityCall('get', '/get-session', {}),
  identityCall('get', '/verify-email', {}),
]

function identityCall(method: string, path: string, properties: Record<string, Schema>): Operation {
  const body = method === 'get' ? undefined : { type: 'object', properties, required: Object.keys(properties) }
  return { method, path: `/auth${path}`, parameters: [], body }
}

/** A share of sign-ups and sign-ins costs a password's hash each: fewer of those. */
const COSTLY: ReadonlySet<string> = new Set(['/signup', '/auth/sign-in/email', '/reports/pdf'])
const COSTLY_SHARE = 0.1
const BODY_TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
  '',
  'application/json; charset=utf-16',
]
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']
const ODD_PATHS = ['%00', '%', '%ff', '..%2f..%2f', '%2e%2e', 'a'.repeat(3000), '%E0%A4%A', '%ed%a0%80', '\\', ';x=1']

/** Draws requests from an OpenAPI document: request `n` of a seed is the same in every run. */
export class RequestSource {
  readonly #document: Schema
  readonly #operations: readonly Operation[]
  readonly #users: readonly (FuzzUser | undefined)[]
  readonly #origin: string
  readonly #seed: number

  constructor(document: Schema, users: readonly FuzzUser[], origin: string, seed: number) {
    this.#document = document
    this.#operations = [...operationsOf(document), ...IDENTITY]
    // Mostly a person who may call much: what is refused before it is read tries little.
    this.#users = [undefined, ...users, ...users.slice(-2), ...users.slice(-2)]
    this.#origin = origin
    this.#seed = seed
  }

  request(n: number): FuzzRequest {
    const chance = chanceOf(Math.imul(this.#seed, 2_654_435_761) ^ Math.imul(n + 1, 40_503))
    let operation = chance.pick(this.#operations)
    while (COSTLY.has(operation.path) && !chance.hit(COSTLY_SHARE)) operation = chance.pick(this.#operations)
    const user = chance.pick(this.#users)
    const known = knownOf(user, this.#users, chance)
    const hostile = chance.hit(0.5)
    const bodyless = operation.body === undefined
    const where = hostile
      ? chance.pick(bodyless ? ['query', 'path', 'line'] : ['body', 'body', 'body', 'query', 'text', 'line'])
      : 'nowhere'
    const method = where === 'line' && chance.hit(0.5) ? chance.pick(METHODS) : operation.method.toUpperCase()
    const path = this.#path(operation, known, chance, where)
    const { body, type } = this.#body(operation, known, chance, where)
    const headers: Record<string, string> = {
      'x-test-address': `10.${chance.below(256)}.${chance.below(256)}.${chance.below(256)}`,
      origin: chance.hit(0.98) ? this.#origin : 'https://evil.example',
      ...(user === undefined
        ? {}
        : chance.hit(0.8)
          ? { cookie: user.cookie }
          : { authorization: `Bearer ${user.bearer}` }),
      ...(type === undefined || type === '' ? {} : { 'content-type': type }),
      ...(operation.parameters.some((parameter) => parameter.in === 'header') && chance.hit(0.9)
        ? { 'idempotency-key': `k${chance.below(1_000_000)}` }
        : {}),
      ...(where === 'line' ? oddHeaders(chance) : {}),
    }
    return { method, path, headers, body: method === 'GET' || method === 'HEAD' ? undefined : body }
  }

  #path(operation: Operation, known: Known, chance: Chance, where: string): string {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    let path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const schema = inPath.find((parameter) => parameter.name === name)?.schema ?? {}
      if (where === 'path')
        return chance.hit(0.5) ? chance.pick(ODD_PATHS) : encodeURIComponent(hostileText(chance).toWellFormed())
      return encodeURIComponent(String(sample(schema, this.#document, chance, known, name)))
    })
    if (where === 'path' && inPath.length === 0 && chance.hit(0.2)) path += `/${chance.pick(ODD_PATHS)}`
    const query: string[] = []
    for (const { name, schema, required } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
      if (required !== true && chance.hit(0.4)) continue
      const spoilt = where === 'query' && chance.hit(0.5)
      const value = spoilt
        ? hostileText(chance).toWellFormed()
        : String(sample(schema, this.#document, chance, known, name))
      query.push(`${name}=${encodeURIComponent(value)}`)
      if (spoilt && chance.hit(0.2)) query.push(`${name}=again`)
    }
    if (where === 'query' && chance.hit(0.3)) query.push(`${chance.pick(ODD_PATHS)}=${chance.pick(ODD_PATHS)}`)
    return `/api${path}${query.length === 0 ? '' : `?${query.join('&')}`}`
  }

  #body(
    operation: Operation,
    known: Known,
    chance: Chance,
    where: string,
  ): { body: Buffer | undefined; type: string | undefined } {
    if (operation.body === undefined) return { body: undefined, type: undefined }
    const good = sample(operation.body, this.#document, chance, known)
    const json = 'application/json'
    if (where === 'body') return { body: Buffer.from(JSON.stringify(spoil(good, chance))), type: json }
    if (where !== 'text') return { body: Buffer.from(JSON.stringify(good)), type: json }
    switch (chance.below(8)) {
      case 0:
        return { body: Buffer.from('['.repeat(chance.pick([15, 17, 5000]))), type: json }
      case 1:
        return { body: Buffer.from(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`), type: json }
      case 2:
        return {
          body: Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, i])))),
          type: json,
        }
      case 3:
        return { body: Buffer.from(JSON.stringify({ a: 'x'.repeat(chance.pick([65_000, 70_000])) })), type: json }
      case 4:
        return { body: Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x7d]), type: json }
      case 5:
        return { body: Buffer.from('{"__proto__":{"on":true},"constructor":{"prototype":{}},"a":1e999}'), type: json }
      case 6:
        return {
          body: Buffer.from(new URLSearchParams({ a: '1', email: 'a@example.com' }).toString()),
          type: BODY_TYPES[0],
        }
      default:
        return { body: Buffer.from(JSON.stringify(good)), type: chance.pick(BODY_TYPES) }
    }
  }
}

function operationsOf(document: Schema): Operation[] {
  const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = (operation['requestBody'] as { content?: Record<string, { schema: Schema }> } | undefined)
        ?.content
      return {
        method,
        path,
        parameters: (operation['parameters'] ?? []) as Operation['parameters'],
        body: content?.['application/json']?.schema,
      }
    }),
  )
}

/** Mostly the caller's own id; at times another's. */
function knownOf(user: FuzzUser | undefined, users: readonly (FuzzUser | undefined)[], chance: Chance): Known {
  const other = chance.pick(users)?.id ?? 'no-such-user'
  const own = chance.hit(0.9) ? (user?.id ?? other) : other
  return {
    uid: [own],
    user_id: [own],
    date: ['2026-11-20', '2026-11-19'],
    symbol: ['NIFTY', 'BANKNIFTY'],
    minute: ['2026-11-20T10:01'],
  }
}

function oddHeaders(chance: Chance): Record<string, string> {
  return chance.pick<Record<string, string>>([
    { 'if-none-match': '"x", W/"y"' },
    { range: 'bytes=0-1,5-' },
    { 'x-forwarded-for': 'not an address, 1.2.3.4' },
    { accept: 'text/html' },
    { 'accept-encoding': 'br;q=x, gzip;q=0' },
    { cookie: '__Host-sw.session_token=%00.%ff' },
    { authorization: 'Bearer \u00ff' },
    { 'x-test-address': 'x'.repeat(300) },
    { 'idempotency-key': 'x'.repeat(200) },
    { 'content-encoding': 'gzip' },
  ])
}
