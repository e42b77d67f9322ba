// @invariant incidents-audited An incident that an operator opens, updates or resolves is recorded in the operators' log by the transaction that does it.
import { DAY_MS, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  INCIDENT_DAYS,
  type IncidentList,
  type IncidentRow,
  type IncidentSeverity,
  type IncidentState,
} from '@strikewise/wire/incidents.ts'
import { STATUS_COMPONENTS, type StatusComponent } from '@strikewise/wire/public.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { recordAction } from '../operator/actions.ts'
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

interface NewIncident {
  readonly title: string
  readonly severity: IncidentSeverity
  readonly components: readonly StatusComponent[]
  /** The first update. */
  readonly text: string
}

interface Writer {
  /** The operator. */
  readonly by: string
  readonly now: EpochMs
}

/** Opens an incident, which the status page shows from then on as being investigated. */
export async function openIncident(
  tx: Transaction<Database>,
  { title, severity, components: chosen, text }: NewIncident,
  { by, now }: Writer,
): Promise<IncidentRow> {
  const components = STATUS_COMPONENTS.filter((part) => chosen.includes(part))
  const { id } = await tx
    .insertInto('incidents')
    .values({ title, severity, components, opened_by: by, opened_at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addUpdate(tx, id, { state: 'investigating', text }, { by, now })
  await recordAction(tx, {
    by,
    action: 'incident_opened',
    details: { incident: String(id), title, severity, components: components.join(', '), text },
  })
  return storedIncident(tx, id)
}

/** Adds an update to an open incident, and ends it where the state is `resolved`. Throws DomainError where it is unknown or has ended. */
export async function updateIncident(
  tx: Transaction<Database>,
  id: number,
  { state, text }: { readonly state: IncidentState; readonly text: string },
  { by, now }: Writer,
): Promise<IncidentRow> {
  const incident = await tx
    .selectFrom('incidents')
    .select(['title', 'resolved_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (incident === undefined) throw new DomainError({ code: 'problem.not_found.incident' })
  if (incident.resolved_at !== null) throw new DomainError({ code: 'problem.invalid_input.incident_resolved' })
  await addUpdate(tx, id, { state, text }, { by, now })
  const isResolved = state === 'resolved'
  if (isResolved)
    await tx
      .updateTable('incidents')
      .set({ resolved_at: new Date(now) })
      .where('id', '=', id)
      .execute()
  await recordAction(tx, {
    by,
    action: isResolved ? 'incident_resolved' : 'incident_updated',
    details: { incident: String(id), title: incident.title, state, text },
  })
  return storedIncident(tx, id)
}

async function addUpdate(
  tx: Transaction<Database>,
  incidentId: number,
  { state, text }: { readonly state: IncidentState; readonly text: string },
  { by, now }: Writer,
): Promise<void> {
  await tx
    .insertInto('incident_updates')
    .values({ incident_id: incidentId, state, text, written_by: by, at: new Date(now) })
    .execute()
}

async function storedIncident(tx: Transaction<Database>, id: number): Promise<IncidentRow> {
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
