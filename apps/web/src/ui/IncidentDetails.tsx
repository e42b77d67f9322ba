import { Trans, useLingui } from '@lingui/react/macro'
import type { IncidentRow, IncidentSeverity } from '@strikewise/wire/incidents.ts'
import { INCIDENT_SEVERITY_NAMES, INCIDENT_STATE_NAMES } from '../lib/incident-names.ts'
import { wireDayMinute } from '../lib/ist-format.ts'
import { STATUS_COMPONENT_NAMES } from '../lib/status-component.ts'
import { Badge, type Tone } from './Badge.tsx'

const TONES = { minor: 'warn', major: 'down', critical: 'down' } as const satisfies Record<IncidentSeverity, Tone>

/** Title, severity, affected parts and duration of an incident. Times are in IST. */
export function IncidentHeading({ incident, level: Title }: { incident: IncidentRow; level: 'h3' | 'h4' }) {
  const { t } = useLingui()
  const { title, severity, components, opened_at, resolved_at } = incident
  const parts = components.map((part) => t(STATUS_COMPONENT_NAMES[part])).join(', ')
  const opened = wireDayMinute(opened_at)
  const resolved = resolved_at === null ? '' : wireDayMinute(resolved_at)
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <Title className="min-w-0 text-md font-semibold break-words text-ink">{title}</Title>
        <Badge tone={resolved_at === null ? TONES[severity] : 'quiet'} dot>
          {t(INCIDENT_SEVERITY_NAMES[severity])}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-ink-3">
        <Trans>Affects: {parts}</Trans>
        <br />
        {resolved_at === null ? (
          <Trans>Since {opened}</Trans>
        ) : (
          <Trans>
            {opened} to {resolved}
          </Trans>
        )}
      </p>
    </>
  )
}

/** What was written about an incident, newest first, as its operator wrote it. */
export function IncidentUpdates({ incident: { title, updates } }: { incident: IncidentRow }) {
  const { t } = useLingui()
  return (
    <ol aria-label={t`Updates: ${title}`} className="mt-3 space-y-3 border-l-2 pl-4 text-sm">
      {updates.map(({ state, text, at }) => (
        <li key={`${at} ${state} ${text}`}>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold text-ink">{t(INCIDENT_STATE_NAMES[state])}</span>
            <time dateTime={at} className="text-xs text-ink-3">
              {wireDayMinute(at)}
            </time>
          </p>
          <p className="break-words whitespace-pre-line text-ink-2">{text}</p>
        </li>
      ))}
    </ol>
  )
}
