import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { championOn, pendingAfter } from '@strikewise/signals/learning/champions.ts'
import type { ForecastQuality } from '@strikewise/signals/learning/forecast-quality.ts'
import { byVoter } from '@strikewise/signals/registry/registry.ts'
import { istDateAt, istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { PromotionCondition } from '@strikewise/signals/learning/promotion-criteria.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf, split } from '@strikewise/messages/split.ts'
import type { WeightsOverview } from '@strikewise/wire/learning.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { championPerformance } from './champion-watch.ts'
import { promotionConditionsOf, type WrittenChange } from './promotion.ts'
import { artefactOf, weightsOn } from './weights-rows.ts'

/** Versions and changes listed: a month and a half of nights, and more changes than operators make. */
const MAX_VERSIONS = 30
const MAX_CHANGES = 100

/** Everything an operator decides a promotion on. */
export async function weightsOverview(
  db: Kysely<Database>,
  now: EpochMs,
  language: Language,
): Promise<WeightsOverview> {
  const today = istDateAt(now)
  const changes = await writtenChanges(db)
  const { version, from } = championOn(changes, today)
  const { champion, challenger } = await weightsOn(db, today)
  const pending = pendingAfter(changes, today)
  return {
    champion: {
      version,
      since: from,
      weights: { ...(champion?.weights ?? SIGNAL_PARAMS.engine.weights) },
      live: (await championPerformance(db, today)) ?? null,
    },
    pending: pending === undefined ? null : { kind: pending.kind, version: pending.version, from: pending.from },
    // It was made by a night, so its version is a day.
    challenger: (challenger?.version as IstDate | undefined) ?? null,
    versions: await newestVersions(db, language),
    changes: changes
      .slice(-MAX_CHANGES)
      .toReversed()
      .map((change) => changeRow(change, language)),
  }
}

/** A change as the API shows it. */
export function changeRow({ kind, version, from, decidedAt, decidedBy, reason }: WrittenChange, language: Language) {
  const text = rendererOf(language).text(reason)
  return { kind, version, from, decided_at: istIso(decidedAt), decided_by: decidedBy, reason: text }
}

/** Conditions as the API shows them. */
export function gateRows(conditions: readonly PromotionCondition[], language: Language) {
  const { text } = rendererOf(language)
  return conditions.map(({ message, met }) => ({
    code: reasonOf(message.code),
    message: split(message),
    text: text(message),
    met,
  }))
}

/** Every change of the weights that decide, oldest first. */
export async function writtenChanges(db: Kysely<Database>): Promise<WrittenChange[]> {
  const rows = await db.selectFrom('weights_changes').selectAll().orderBy('id').execute()
  return rows.map(({ kind, version, from_day, decided_at, decided_by, reason, message }) => ({
    kind,
    version,
    from: from_day,
    decidedAt: decided_at as EpochMs,
    decidedBy: decided_by,
    reason: messageOf({ message, text: reason }),
  }))
}

async function newestVersions(db: Kysely<Database>, language: Language): Promise<WeightsOverview['versions']> {
  const rows = await db
    .selectFrom('weights_artefacts')
    .select('version')
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS)
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const { hash, artefact } = await artefactOf(db, row.version)
      const { from, to, sessions, labels } = artefact.data
      return {
        version: artefact.version,
        hash,
        made_from: { from, to, sessions, labels },
        weights: { ...artefact.weights },
        quality: byVoter((agent) => qualityRow(artefact.quality[agent])),
        score_quality: qualityRow(artefact.scoreQuality),
        gate: gateRows(await promotionConditionsOf(db, artefact), language),
      }
    }),
  )
}

function qualityRow(quality: ForecastQuality | null) {
  if (quality === null) return null
  const { labels, brier, logLoss, skill, baseRate, bins } = quality
  return {
    labels,
    brier,
    log_loss: logLoss,
    skill,
    base_rate: baseRate,
    bins: bins.map(({ said: forecast, came, count }) => ({ forecast: forecast, observed: came, count })),
  }
}
