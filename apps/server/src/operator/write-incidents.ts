// @invariant incidents-audited An incident that an operator opens, updates or resolves is recorded in the operators' log by the transaction that does it.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { IncidentRow, IncidentSeverity, IncidentState } from '@strikewise/wire/incidents.ts'
import { STATUS_COMPONENTS, type StatusComponent } from '@strikewise/wire/public.ts'
import type { Transaction } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { incidentById } from '../status/incidents.ts'
import type { Database } from '../store/database.ts'
import { recordAction } from './actions.ts'

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
  return incidentById(tx, id)
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
  return incidentById(tx, id)
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
