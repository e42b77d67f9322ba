import { readFile } from 'node:fs/promises'
import { rootStatement } from '@strikewise/public-log/day-root.ts'
import { pemCertificates } from '@strikewise/public-log/pem-certificates.ts'
import type { Kysely } from 'kysely'
import { fetchText } from '../news/fetch-text.ts'
import type { Database } from '../store/database.ts'
import { newestRoot } from './newest-root.ts'
import { requestTimeStamp } from './request-time-stamp.ts'

export interface StampParts {
  readonly db: Kysely<Database>
  /** Files with the certificates (PEM) that tokens must lead to; of a sandbox their address. */
  readonly certificates: readonly string[]
  readonly signal: AbortSignal
  /** For one request, in real milliseconds. */
  readonly timeoutMs?: number
}

/**
 * Has the newest root stamped by the authority at `anchor`, unless a token of it is stored, and stores the verified token.
 * Returns whether one was stored. Throws what `requestTimeStamp` throws, and for certificates that cannot be read.
 */
export async function stampNewest(anchor: string, { db, certificates, ...call }: StampParts): Promise<boolean> {
  const newest = await newestRoot(db)
  if (newest === undefined) return false
  const { day, root, hash } = newest
  // The row states since when a token is due.
  await db
    .insertInto('public_log_anchors')
    .values({ anchor, day, hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('public_log_time_stamps')
    .select('day')
    .where('anchor', '=', anchor)
    .where('day', '=', day)
    .executeTakeFirst()
  if (stored !== undefined) return false
  // Read at each request, so that a renewed certificate needs no restart.
  const authorities = await readCertificates(certificates, call.signal)
  const { token, stamp } = await requestTimeStamp({ ...call, url: anchor, text: rootStatement(root), authorities })
  // Of several notifiers at once each may have asked; the first token stays.
  const inserted = await db
    .insertInto('public_log_time_stamps')
    .values({ anchor, day, token: Buffer.from(token).toString('base64'), stamped_at: stamp.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return inserted !== undefined
}

async function readCertificates(sources: readonly string[], signal: AbortSignal): Promise<readonly Uint8Array[]> {
  const texts = await Promise.all(
    sources.map((source) => (/^https?:/.test(source) ? fetchText(source, signal) : readFile(source, 'latin1'))),
  )
  return texts.flatMap(pemCertificates)
}
