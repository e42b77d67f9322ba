import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  DATA_READS,
  type DataRead,
  type MyDataReply,
  type Nominee,
  type REVOCABLE_CONSENTS,
} from '@strikewise/wire/data-rights.ts'
import { newestConsent, recordConsent } from '../consents/consents.ts'
import { lockSettings } from '../settings/lock-settings.ts'
import { dropPendingArming } from '../settings/pending-settings.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { openTrades } from './erasure.ts'

const iso = (at: Date) => istIso(at.getTime() as EpochMs)

/** Readings of a user's data that are shown, the newest of them; the export has all. */
const MAX_READS = 100

/** What a user agreed to, whom they named, whether they asked to be erased, and when operators read their data. */
export async function userDataOf(db: UserScopedRow, userId: string): Promise<MyDataReply> {
  const [consents, nominee, erasure, reads] = await Promise.all([
    db.selectFrom('consents').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute(),
    db.selectFrom('nominees').select(['name', 'email', 'relation']).where('user_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('erasures')
      .select('asked_at')
      .where('user_id', '=', userId)
      .where('done_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('operator_actions')
      .select(['action', 'details', 'at'])
      .where('user_id', '=', userId)
      .where('action', 'in', DATA_READS)
      .orderBy('id', 'desc')
      .limit(MAX_READS)
      .execute(),
  ])
  return {
    consents: consents.map(({ kind, version, text_hash, given, at }) => ({
      kind,
      version,
      text_hash,
      given,
      at: iso(at),
    })),
    nominee: nominee ?? null,
    erasure:
      erasure === undefined ? null : { asked_at: iso(erasure.asked_at), open_trades: await openTrades(db, userId) },
    reads: reads.map(({ action, details, at }) => ({
      at: iso(at),
      what: action as DataRead,
      reason: textIn(details, 'reason'),
      moment: textIn(details, 'at'),
    })),
  }
}

function textIn(details: Readonly<Record<string, unknown>>, name: 'reason' | 'at'): string | null {
  const value = details[name]
  return typeof value === 'string' ? value : null
}

/** Takes a consent back, once; with the one to auto execution every index is disarmed in the same step. */
export async function withdrawConsent(
  db: UserScopedRow,
  userId: string,
  kind: (typeof REVOCABLE_CONSENTS)[number],
  now: EpochMs,
): Promise<void> {
  await lockSettings(db, userId)
  if ((await newestConsent(db, userId, kind))?.given === true) await recordConsent(db, userId, [kind], false, now)
  if (kind !== 'auto_execute') return
  await dropPendingArming(db, userId)
  await db.updateTable('strategies').set({ auto_execute: false }).where('user_id', '=', userId).execute()
  await db
    .updateTable('trade_settings')
    .set({ consent_given: false, updated_at: new Date(now) })
    .where('user_id', '=', userId)
    .execute()
}

export async function saveNominee(db: UserScopedRow, userId: string, nominee: Nominee | null): Promise<void> {
  if (nominee === null) return void (await db.deleteFrom('nominees').where('user_id', '=', userId).execute())
  const row = { ...nominee, changed_at: new Date() }
  await db
    .insertInto('nominees')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}
