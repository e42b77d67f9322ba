import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ComplaintOutcome, ComplaintSource } from '@strikewise/wire/complaints.ts'
import type { IncidentSeverity, IncidentState } from '@strikewise/wire/incidents.ts'
import type { ApprovalKind, ApprovalOutcome } from '@strikewise/wire/operator-approvals.ts'
import type { StatusComponent, SupportTopic } from '@strikewise/wire/public.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface PublicTables {
  support_tickets: {
    id: string
    /** Null: no user was signed in. */
    user_id: string | null
    topic: SupportTopic
    name: string
    email: string
    text: string
    kind: Generated<'form' | 'chat'>
    /** When it was written, or last added to. */
    at: Generated<Date>
  }
  /** What was written after the ticket itself; of a chat, all of it. */
  support_messages: {
    id: GeneratedAlways<number>
    ticket_id: string
    user_id: string | null
    author: 'user' | 'operator'
    /** The operator who wrote it. */
    written_by: string | null
    text: string
    at: Generated<Date>
  }
  /** What the monthly table of complaints counts. Names no person. */
  complaints: {
    id: GeneratedAlways<number>
    /** Direct where nothing else is entered. */
    source: ColumnType<ComplaintSource, ComplaintSource | undefined, never>
    /** Name of the support ticket, number in SCORES, or what the operator entered. */
    reference: string
    received_on: IstDate
    /** The operator who entered it; null: it came by the form. */
    entered_by: string | null
    closed_on: IstDate | null
    outcome: ComplaintOutcome | null
    closed_by: string | null
  }
  /** Insert only. */
  operator_actions: {
    id: GeneratedAlways<number>
    operator: string
    action: string
    /** Whom it was about. */
    user_id: string | null
    details: JSONColumnType<Record<string, unknown>>
    at: Date
    /** Hash of the row before, and of this one with it; null on rows from before there was a chain. */
    prev_hash: string | null
    hash: string | null
  }
  /** Insert only. What an operator asked for that takes a second one. */
  operator_approval_requests: {
    /** A UUID. */
    id: string
    kind: ApprovalKind
    user_id: string
    /** Of `ApprovalChange`. */
    details: JSONColumnType<Record<string, unknown>>
    asked_by: string
    asked_at: number
  }
  /** Insert only. */
  operator_approval_decisions: { request_id: string; decision: ApprovalOutcome; decided_by: string; at: number }
  incidents: {
    id: GeneratedAlways<number>
    title: string
    severity: IncidentSeverity
    components: StatusComponent[]
    opened_by: string
    opened_at: Date
    /** Null: it is open. */
    resolved_at: Date | null
  }
  /** Insert only; the newest of an incident has its state. */
  incident_updates: {
    id: GeneratedAlways<number>
    incident_id: number
    state: IncidentState
    text: string
    written_by: string
    at: Date
  }
  status_days: {
    day: IstDate
    part: StatusComponent
    checks: number
    failures: number
    state: 'up' | 'down' | 'idle'
    checked_at: Date
  }
  /** Who opted in to the list of top traders. */
  listings: { user_id: string; listed: boolean; name: string; changed_at: Date }
}
