import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IncidentSeverity, IncidentState } from '@strikewise/wire/incidents.ts'

/** How much of the service an incident affects. */
export const INCIDENT_SEVERITY_NAMES = {
  minor: msg`Minor`,
  major: msg`Major`,
  critical: msg`Critical`,
} as const satisfies Record<IncidentSeverity, MessageDescriptor>

/** Where the work on an incident is. */
export const INCIDENT_STATE_NAMES = {
  investigating: msg`Investigating`,
  identified: msg`Identified`,
  monitoring: msg`Monitoring`,
  resolved: msg`Resolved`,
} as const satisfies Record<IncidentState, MessageDescriptor>
