import * as z from 'zod'
import { STATUS_COMPONENTS } from './public.ts'
import { route } from './route.ts'
import { instantText } from './scalars.ts'

/** How much of the service an incident affects, the least first. */
export const INCIDENT_SEVERITIES = ['minor', 'major', 'critical'] as const
export type IncidentSeverity = (typeof INCIDENT_SEVERITIES)[number]

/** Where the work on an incident is. The first update of each is `investigating`; `resolved` ends it. */
export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

/** Days for which a resolved incident is public. */
export const INCIDENT_DAYS = 90

/** Characters of a title, and of an update. */
export const MAX_INCIDENT_TITLE = 100
export const MAX_INCIDENT_TEXT = 1000

const incidentText = z.string().trim().min(1).max(MAX_INCIDENT_TEXT)

const incidentRow = z
  .object({
    id: z.number(),
    title: z.string(),
    severity: z.enum(INCIDENT_SEVERITIES),
    /** Parts of the status page that it affects. */
    components: z.array(z.enum(STATUS_COMPONENTS)),
    opened_at: instantText,
    /** Null: it is open. */
    resolved_at: instantText.nullable(),
    /** Newest first; at least one. */
    updates: z.array(z.object({ state: z.enum(INCIDENT_STATES), text: z.string(), at: instantText })),
  })
  .meta({ id: 'Incident' })
export type IncidentRow = z.infer<typeof incidentRow>

const incidentList = z
  .object({
    /** Newest first. */
    open: z.array(incidentRow),
    /** Resolved in the last 90 days, by their beginning, the newest first. */
    past: z.array(incidentRow),
  })
  .meta({ id: 'Incidents' })
export type IncidentList = z.infer<typeof incidentList>

export const incidentRoutes = {
  incidents: route({
    method: 'GET',
    path: '/incidents',
    auth: 'public',
    perMinute: 60,
    summary: 'Open incidents, and those resolved in the last 90 days, each with its updates',
    query: z.strictObject({}),
    reply: incidentList,
  }),
  operatorIncidents: route({
    method: 'GET',
    path: '/operator/incidents',
    auth: 'operator',
    perMinute: 120,
    summary: 'The same as the public list, not cached',
    query: z.strictObject({}),
    reply: incidentList,
  }),
  openIncident: route({
    method: 'POST',
    path: '/operator/incidents',
    auth: 'operator',
    perMinute: 60,
    summary: 'Opens an incident on the public status page, with its first update',
    body: z.strictObject({
      title: z.string().trim().min(1).max(MAX_INCIDENT_TITLE),
      severity: z.enum(INCIDENT_SEVERITIES),
      components: z.array(z.enum(STATUS_COMPONENTS)).min(1).max(STATUS_COMPONENTS.length),
      text: incidentText,
    }),
    multiline: ['text'],
    reply: incidentRow,
  }),
  updateIncident: route({
    method: 'POST',
    path: '/operator/incidents/:id/updates',
    auth: 'operator',
    perMinute: 60,
    summary: 'Adds an update to an open incident; `resolved` ends it',
    params: z.strictObject({ id: z.string().regex(/^\d{1,15}$/) }),
    body: z.strictObject({ state: z.enum(INCIDENT_STATES), text: incidentText }),
    multiline: ['text'],
    reply: incidentRow,
  }),
}
