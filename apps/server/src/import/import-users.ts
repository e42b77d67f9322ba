import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import { recordWording } from '../consents/consents.ts'
import type { MasterKey } from '../secrets/master-key.ts'
import { Vault } from '../secrets/vault.ts'
import type { Database } from '../store/database.ts'
import { readUserDocument, type ImportFinding, type ImportedUser } from './user-document.ts'

/** What became of one line. `there`: such an account exists, and it is left as it is. */
export type ImportResult = 'imported' | 'would import' | 'there' | 'refused'

export interface LineReport {
  readonly line: number
  readonly uid: string | null
  readonly outcome: ImportResult
  readonly findings: readonly ImportFinding[]
}

export interface ImportOptions {
  readonly db: Kysely<Database>
  readonly master: MasterKey
  readonly now: EpochMs
  /** False: everything is read and checked, nothing is written. */
  readonly apply: boolean
  /** Whether broker keys are taken: they belong to the real broker. */
  readonly withKeys: boolean
}

/**
 * Reads exported documents of users, one JSON value a line, and makes accounts of them, each completely or not. Running
 * it again changes nothing: who is there, by id or address, is left alone. Yields what became of each line.
 */
export async function* importUsers(
  lines: AsyncIterable<string>,
  options: ImportOptions,
): AsyncGenerator<LineReport, void, undefined> {
  const seen = new Set<string>()
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const { uid, user, findings } = readUserDocument(parseJson(text))
    const report = (outcome: ImportResult, more: readonly ImportFinding[] = []): LineReport => ({
      line,
      uid: uid ?? null,
      outcome,
      findings: [...findings, ...more],
    })
    if (user === undefined) {
      yield report('refused')
      continue
    }
    if (seen.has(user.email)) {
      yield report('refused', [{ severity: 'error', field: 'email', text: 'stands on an earlier line too' }])
      continue
    }
    seen.add(user.email)
    const leftOut: readonly ImportFinding[] =
      user.keys !== undefined && !options.withKeys
        ? [{ severity: 'warning', field: 'zerodha', text: 'keys are not taken while the outside world is the sandbox' }]
        : []
    yield report(await bringIn(user, options), leftOut)
  }
}

async function bringIn(user: ImportedUser, options: ImportOptions): Promise<ImportResult> {
  const { db, apply } = options
  return db.transaction().execute(async (tx) => {
    const there = await tx
      .selectFrom('identity_users')
      .select('id')
      .where((is) => is.or([is('id', '=', user.uid), is(sql`lower(email)`, '=', user.email)]))
      .executeTakeFirst()
    if (there !== undefined) return 'there'
    if (!apply) return 'would import'
    await write(tx, user, options)
    return 'imported'
  })
}

/** The account has no password: its owner sets one by ‘Forgot Password?’, or signs in at the external provider. */
async function write(tx: Kysely<Database>, user: ImportedUser, options: ImportOptions): Promise<void> {
  const { uid, name, email, language, plan, planExpiry, joinedAt, telegramChatId, keys, strategies } = user
  const now = new Date(options.now)
  await tx
    .insertInto('identity_users')
    .values({ id: uid, name, email, emailVerified: false, image: null, twoFactorEnabled: null, language })
    .execute()
  await tx
    .insertInto('profiles')
    .values({
      user_id: uid,
      plan,
      plan_expiry: planExpiry === null ? null : new Date(planExpiry),
      joined_at: joinedAt === null ? now : new Date(joinedAt),
      telegram_chat_id: telegramChatId,
    })
    .execute()
  if (user.disclosureAcceptedAt !== undefined)
    await recordWording(
      tx,
      uid,
      { kind: 'zerodha_disclosure', version: 'imported', given: true },
      user.disclosureAcceptedAt ?? options.now,
    )
  if (strategies.length > 0) {
    await tx.insertInto('trade_settings').values({ user_id: uid, consent_given: false, updated_at: now }).execute()
    await tx
      .insertInto('strategies')
      .values(
        strategies.map((row) => ({
          user_id: uid,
          symbol: row.symbol,
          lots: row.lots,
          auto_execute: row.autoExecute,
          approval_seconds: row.approvalSeconds,
          tsl_enabled: row.trailing,
          sl_buffer_rupees: row.slBuffer,
        })),
      )
      .execute()
  }
  if (keys === undefined || !options.withKeys) return
  const vault = new Vault(tx, options.master)
  await tx
    .insertInto('broker_links')
    .values({
      user_id: uid,
      mode: 'live',
      api_key: await vault.seal(uid, 'api_key', keys.apiKey.reveal()),
      api_key_last4: keys.apiKey.lastFour(),
      api_secret: await vault.seal(uid, 'api_secret', keys.apiSecret.reveal()),
      access_token: null,
      exit_token: null,
      broker_user_id: null,
      egress_address: null,
      connected: false,
      login_at: null,
      token_expires_at: null,
    })
    .execute()
}
