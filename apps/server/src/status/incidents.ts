import { DAY_MS, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { INCIDENT_DAYS, type IncidentList, type IncidentRow } from '@strikewise/wire/incidents.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../store/database.ts'

/** More resolved incidents than this in 90 days are not listed: the newest are. */
const MAX_PAST = 200

/** The open incidents, and those resolved in the 90 days before `now`: by their beginning, the newest first. */
export async function incidentsOf(db: Kysely<Database>, now: EpochMs): Promise<IncidentList> {
  const [open, past] = await Promise.all([
    db.selectFrom('incidents').selectAll().where('resolved_at', 'is', null).orderBy('id', 'desc').execute(),
    db
      .selectFrom('incidents')
      .selectAll()
      .where('resolved_at', '>=', new Date(now - INCIDENT_DAYS * DAY_MS))
      .orderBy('opened_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_PAST)
      .execute(),
  ])
  const updates = await updatesOf(
    db,
    [...open, ...past].map(({ id }) => id),
  )
  const rows = (found: typeof open) => found.map((incident) => incidentRow(incident, updates))
  return { open: rows(open), past: rows(past) }
}

/** How many incidents are open. */
export async function openIncidentCount(db: Kysely<Database>): Promise<number> {
  return (await db.selectFrom('incidents').select('id').where('resolved_at', 'is', null).execute()).length
}

/** One incident, as the status page shows it. Throws when there is none. */
export async function incidentById(tx: Transaction<Database>, id: number): Promise<IncidentRow> {
  const incident = await tx.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return incidentRow(incident, await updatesOf(tx, [id]))
}

type Update = Selectable<Database['incident_updates']>

/** What was written about these incidents, newest first. */
async function updatesOf(db: Kysely<Database>, ids: readonly number[]): Promise<Update[]> {
  if (ids.length === 0) return []
  return db.selectFrom('incident_updates').selectAll().where('incident_id', 'in', ids).orderBy('id', 'desc').execute()
}

function incidentRow(
  { id, title, severity, components, opened_at, resolved_at }: Selectable<Database['incidents']>,
  updates: readonly Update[],
): IncidentRow {
  const iso = (at: Date) => istIso(at.getTime() as EpochMs)
  return {
    id,
    title,
    severity,
    components,
    opened_at: iso(opened_at),
    resolved_at: resolved_at === null ? null : iso(resolved_at),
    updates: updates
      .filter((update) => update.incident_id === id)
      .map(({ state, text, at }) => ({ state, text, at: iso(at) })),
  }
}
