import { createHash, randomBytes } from 'node:crypto'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters'

type Adapter = DBAdapter
type AnyAdapter = Adapter | DBTransactionAdapter

const TOKEN_BYTES = 32
const PREFIX = 'sha256:'

export interface SessionRules {
  /** A session not used for this long has ended. */
  readonly idleMs: number
  /** A session older than this has ended, however much it is used. */
  readonly absoluteMs: number
  readonly now: () => number
}

/**
 * Keeps session tokens out of the store: the row holds a digest, the library and the cookie the token. Also ends sessions
 * by age, for which the library has no setting. Wraps the adapter the library writes through.
 *
 * Lists of sessions carry the digest. With it a session can be deleted, never used: no look-up accepts a digest.
 */
export function withDigestedSessions(adapter: Adapter, rules: SessionRules): Adapter {
  return {
    ...wrap(adapter, rules),
    transaction: (work) => adapter.transaction((tx) => work(wrap(tx, rules))),
  }
}

/** What the store holds in place of `token`. */
export function sessionDigest(token: string): string {
  return PREFIX + createHash('sha256').update(token).digest('hex')
}

function wrap(adapter: AnyAdapter, rules: SessionRules): AnyAdapter {
  const isSession = (model: string) => model === 'session'
  return {
    ...adapter,
    async create(input: Parameters<AnyAdapter['create']>[0]) {
      if (!isSession(input.model)) return adapter.create(input)
      // 256 random bits in place of the library's 190, and never longer than the idle time.
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const expiresAt = new Date(Math.min(rules.now() + rules.idleMs, Number(input.data['expiresAt'])))
      const row = await adapter.create<Record<string, unknown>>({
        ...input,
        data: { ...input.data, token: sessionDigest(token), expiresAt },
      })
      return { ...row, token }
    },
    async findOne(input: Parameters<AnyAdapter['findOne']>[0]) {
      if (!isSession(input.model)) return adapter.findOne(input)
      const token = tokenIn(input.where)
      if (token?.startsWith(PREFIX)) return null
      const row = await adapter.findOne<SessionRow>({ ...input, where: digested(input.where) })
      if (row === null || (row.createdAt !== undefined && Number(row.createdAt) + rules.absoluteMs <= rules.now()))
        return null
      // The library goes on with what it finds here, so it must be the token it asked with.
      return token === undefined ? row : { ...row, token }
    },
    async update(input: Parameters<AnyAdapter['update']>[0]) {
      if (!isSession(input.model)) return adapter.update(input)
      const token = tokenIn(input.where)
      const row = await adapter.update<Record<string, unknown>>({ ...input, where: digested(input.where) })
      return row === null || token === undefined ? row : { ...row, token }
    },
    updateMany: (input: Parameters<AnyAdapter['updateMany']>[0]) =>
      adapter.updateMany(isSession(input.model) ? { ...input, where: digested(input.where) } : input),
    findMany: (input: Parameters<AnyAdapter['findMany']>[0]) =>
      adapter.findMany(
        isSession(input.model) && input.where !== undefined ? { ...input, where: digested(input.where) } : input,
      ),
    delete: (input: Parameters<AnyAdapter['delete']>[0]) =>
      adapter.delete(isSession(input.model) ? { ...input, where: digested(input.where) } : input),
    deleteMany: (input: Parameters<AnyAdapter['deleteMany']>[0]) =>
      adapter.deleteMany(isSession(input.model) ? { ...input, where: digested(input.where) } : input),
  } as AnyAdapter
}

interface SessionRow extends Record<string, unknown> {
  createdAt?: Date
}

function tokenIn(where: readonly Where[]): string | undefined {
  const clause = where.find(({ field, operator = 'eq' }) => field === 'token' && operator === 'eq')
  return typeof clause?.value === 'string' ? clause.value : undefined
}

function digested(where: readonly Where[]): Where[] {
  const digest = (value: string) => (value.startsWith(PREFIX) ? value : sessionDigest(value))
  return where.map((clause) => {
    if (clause.field !== 'token') return clause
    const { value } = clause
    if (typeof value === 'string') return { ...clause, value: digest(value) }
    return Array.isArray(value) ? { ...clause, value: (value as string[]).map(digest) } : clause
  })
}
