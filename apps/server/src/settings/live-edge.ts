// @invariant live-edge No live entry without a shown edge or a typed acknowledgement.
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { createHash } from 'node:crypto'
import {
  EDGE_SENTENCE,
  EDGE_SENTENCE_VERSION,
  isEdgeSentence,
} from '@strikewise/domain/trading/edge-acknowledgement.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { LiveEdge } from '@strikewise/wire/account.ts'
import { sql, type Kysely } from 'kysely'
import { newestConsent, recordWording, type Consent } from '../consents/consents.ts'
import type { Config } from '../config.ts'
import { DomainError } from '../domain-error.ts'
import { hasProvenEdge } from './user-edge.ts'
import type { Database } from '../store/database.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/*
 * Arming live execution (decision record 17). The newest consent of the kind `live_edge` is what a claim of a live entry
 * reads: given with the version `proven` when the user's trades showed an edge, else with that of the sentence they typed.
 */

const PROVEN = 'proven'

type Policy = Config['liveWithoutEdge']

/** What the user's account is, and what the operator lets be armed without an edge. */
export interface Arming {
  readonly link: LinkMode | undefined
  readonly policy: Policy
  /** Paper links trade nothing here. */
  readonly isPaperOff: boolean
}

/** How live execution stands for this user, or what arming it takes. */
export async function liveEdgeOf(
  db: UserScopedRow,
  userId: string,
  { link, policy }: Omit<Arming, 'isPaperOff'>,
): Promise<LiveEdge> {
  if (link !== 'live') return 'not_live'
  const consent = await newestConsent(db, userId, 'live_edge')
  if (stands(consent, policy)) return consent?.version === PROVEN ? 'proven' : 'acknowledged'
  if (await hasProvenEdge(db, userId)) return 'proven'
  return policy === 'forbid' ? 'forbidden' : 'unacknowledged'
}

/** Records that live execution is armed. Throws ApiFailure where it takes a sentence that was not `typed`, or may not be. */
export async function armLive(
  tx: Kysely<Database>,
  userId: string,
  policy: Policy,
  typed: string | undefined,
  now: EpochMs,
): Promise<void> {
  if (stands(await newestConsent(tx, userId, 'live_edge'), policy)) return
  const text = { kind: 'live_edge', given: true } as const
  if (await hasProvenEdge(tx, userId)) return recordWording(tx, userId, { ...text, version: PROVEN }, now)
  if (policy === 'forbid') throw new DomainError({ code: 'problem.edge_forbidden' })
  if (typed === undefined || !isEdgeSentence(typed))
    throw new DomainError({ code: 'problem.edge_not_acknowledged', sentence: EDGE_SENTENCE })
  const textHash = createHash('sha256').update(EDGE_SENTENCE).digest('hex')
  await recordWording(tx, userId, { ...text, version: EDGE_SENTENCE_VERSION, textHash }, now)
}

/** Live execution is armed no longer: the next arming asks again. */
export async function disarmLive(tx: Kysely<Database>, userId: string, now: EpochMs): Promise<void> {
  const consent = await newestConsent(tx, userId, 'live_edge')
  if (consent?.given !== true) return
  await recordWording(tx, userId, { kind: 'live_edge', given: false, version: consent.version }, now)
}

/** Disarms an account that a shown edge had armed and whose trades no longer show it. Answers whether it did. */
export async function withdrawLostEdge(tx: Kysely<Database>, userId: string, now: EpochMs): Promise<boolean> {
  const consent = await newestConsent(tx, userId, 'live_edge')
  if (consent?.given !== true || consent.version !== PROVEN || (await hasProvenEdge(tx, userId))) return false
  await disarmLive(tx, userId, now)
  return true
}

/** Takes every acknowledgement back where the operator forbids them: what was armed by one claims no entry any more. */
export async function withdrawAcknowledgements(db: Kysely<Database>, now: EpochMs): Promise<void> {
  await sql`
    insert into consents (user_id, kind, version, given, at)
    select user_id, kind, version, false, ${new Date(now)}
    from (
      select distinct on (user_id) user_id, kind, version, given
      from consents where kind = 'live_edge'
      order by user_id, id desc
    ) newest
    where given and version <> ${PROVEN}`.execute(db)
}

function stands(consent: Consent | undefined, policy: Policy): boolean {
  return consent?.given === true && (consent.version === PROVEN || policy === 'acknowledge')
}
