import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { championOn } from '@strikewise/signals/learning/champions.ts'
import { byVoter } from '@strikewise/signals/registry/registry.ts'
import type { VoterWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { WeightsHistory } from '@strikewise/wire/learning.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { promotionConditionsOf } from './promotion.ts'
import { artefactOf } from './weights-rows.ts'
import { writtenChanges } from './weights-overview.ts'

/** Training runs listed, and one more, from whose weights the oldest of them continued. */
const TRAINING_DAYS = 10
const MAX_CHANGES = 10

/** How the weights that decide came to be: what each night moved them to, and why it does or does not decide. */
export async function weightsHistory(db: Kysely<Database>, now: EpochMs, language: Language): Promise<WeightsHistory> {
  const changes = await writtenChanges(db)
  const { version, from } = championOn(changes, istDateAt(now))
  const asWritten = byVoter((agent) => SIGNAL_PARAMS.engine.weights[agent])
  const rows = await db
    .selectFrom('weights_artefacts')
    .select('version')
    .orderBy('version', 'desc')
    .limit(TRAINING_DAYS + 1)
    .execute()
  const stored = await Promise.all(rows.map((row) => artefactOf(db, row.version)))
  const before = (hash: string | null): VoterWeights | undefined =>
    hash === null ? asWritten : stored.find((other) => other.hash === hash)?.artefact.weights
  return {
    decides: { version, since: from },
    written: { ...asWritten },
    training_runs: await Promise.all(
      stored.slice(0, TRAINING_DAYS).map(async ({ artefact }) => {
        const went = before(artefact.before)
        return {
          version: artefact.version,
          made_from: {
            from: artefact.data.from,
            to: artefact.data.to,
            sessions: artefact.data.sessions,
            labels: artefact.data.labels,
          },
          before: went === undefined ? null : { ...went },
          weights: { ...artefact.weights },
          missing: (await promotionConditionsOf(db, artefact))
            .filter(({ met }) => !met)
            .map(({ message }) => reasonOf(message.code)),
        }
      }),
    ),
    changes: changes
      .slice(-MAX_CHANGES)
      .toReversed()
      .map(({ kind, version, from, decidedBy, reason }) => ({
        kind,
        version,
        from,
        by_rule: decidedBy === null,
        reason: rendererOf(language).text(reason),
      })),
  }
}
