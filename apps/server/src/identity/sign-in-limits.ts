// @invariant sign-in-limits Failures of strangers keep no owner out, and guesses at an account have an end.
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { createHmac } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** Failed sign-ins of one account that one origin may have: an address block, or a device that once signed in. */
const OF_ORIGIN = { max: 10, windowMs: 15 * MINUTE_MS }
/** Those of one account from everywhere together, devices that once signed in apart: 2,400 a day at most. */
const OF_ACCOUNT = { max: 100, windowMs: 60 * MINUTE_MS }
/** Addresses without an account share so many counts, so that made-up ones cannot fill the store. */
const UNKNOWN_ACCOUNTS = 4096

const EVERYWHERE = 'everywhere'

/** A try that was let through. */
export interface SignInAttempt {
  /** The password was right: the try is not counted. */
  succeeded(): Promise<void>
}

/** Who tries to sign in, and from where. */
export interface SignInRequest {
  /** As it was typed in. */
  readonly email: string
  /** The client's address block. */
  readonly address: string
  /** Name of a device that once signed in to this account; undefined: no such proof came along. */
  readonly device: string | undefined
}

/**
 * Counts failed sign-ins of each account, by where they come from and in all. A device that once signed in to the account
 * has a count of its own, so that strangers cannot keep its owner out. Throttling as OWASP describes for device cookies.
 */
export class SignInLimits {
  readonly #db: Kysely<Database>
  readonly #secret: Buffer
  readonly #now: () => number

  constructor(db: Kysely<Database>, secret: Buffer, now: () => number = Date.now) {
    this.#db = db
    this.#secret = secret
    this.#now = now
  }

  /**
   * Lets a try through, or undefined when there were too many failures. It counts as failed until it has succeeded: of many
   * at once no more get through than are left.
   */
  async begin({ email, address, device }: SignInRequest): Promise<SignInAttempt | undefined> {
    const account = await this.#accountOf(email)
    if (device !== undefined) {
      const known = await this.#take(account, [[`device ${device}`, OF_ORIGIN]])
      if (known !== undefined) return known
    }
    return this.#take(account, [
      [`address ${address}`, OF_ORIGIN],
      [EVERYWHERE, OF_ACCOUNT],
    ])
  }

  /** Its owner proved the address: earlier failures count no more. */
  async clear(userId: string): Promise<void> {
    await this.#db.deleteFrom('sign_in_failures').where('account', '=', userId).execute()
  }

  /** One count after the other: a try that the first refuses does not use up the next. */
  async #take(
    account: string,
    counts: readonly (readonly [origin: string, limit: typeof OF_ORIGIN])[],
  ): Promise<SignInAttempt | undefined> {
    for (const [name, limit] of counts)
      if ((await this.#count(account, this.#digest(name), limit.windowMs)) > limit.max) return undefined
    return {
      succeeded: async () => {
        await this.#db
          .updateTable('sign_in_failures')
          .set({ count: sql`greatest(count - 1, 0)` })
          .where('account', '=', account)
          .where(
            'origin',
            'in',
            counts.map(([name]) => this.#digest(name)),
          )
          .execute()
      },
    }
  }

  async #count(account: string, origin: string, windowMs: number): Promise<number> {
    const now = this.#now()
    const { rows } = await sql<{ count: number }>`
      insert into sign_in_failures as known (account, origin, window_start, count)
      values (${account}, ${origin}, ${now}, 1)
      on conflict (account, origin) do update set
        count = case when known.window_start <= ${now - windowMs} then 1 else known.count + 1 end,
        window_start = case when known.window_start <= ${now - windowMs} then ${now} else known.window_start end
      returning count`.execute(this.#db)
    return rows[0]!.count
  }

  /** The account's id; one of a fixed number of stand-ins where the address has none, which behaves alike. */
  async #accountOf(email: string): Promise<string> {
    const address = email.toLowerCase()
    const user = await this.#db
      .selectFrom('identity_users')
      .select('id')
      .where('email', '=', address)
      .executeTakeFirst()
    if (user !== undefined) return user.id
    return `unknown ${createHmac('sha256', this.#secret).update(address).digest().readUInt32BE() % UNKNOWN_ACCOUNTS}`
  }

  #digest(origin: string): string {
    return createHmac('sha256', this.#secret).update(origin).digest('base64url')
  }
}
