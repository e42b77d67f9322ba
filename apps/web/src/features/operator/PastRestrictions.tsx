import { Trans, useLingui } from '@lingui/react/macro'
import type { PastState } from '@strikewise/wire/time-travel.ts'
import { wireDay, wireTime } from '../../lib/ist-format.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { lockName } from './past-names.ts'

/** What kept entries in at a past second, and what trading had alarmed about by then. */
export function RestrictionList({ state: { kill_switches, day_locks, alarms } }: { state: PastState }) {
  const { t } = useLingui()
  return (
    <ul className="divide-y text-sm">
      {kill_switches.map(({ scope, since, resume_at }) => (
        <li key={scope} className="px-4 py-2.5">
          <span className="font-medium">
            {scope === 'user' ? (
              <Trans>The user had paused entries</Trans>
            ) : (
              <Trans>Entries of all accounts were paused</Trans>
            )}
          </span>{' '}
          <span className="text-ink-2">
            {resume_at === null
              ? t`since ${wireDay(since)}, ${wireTime(since)}`
              : t`since ${wireDay(since)}, ${wireTime(since)}, until ${wireTime(resume_at)}`}
          </span>
        </li>
      ))}
      {day_locks.map(({ mode, reason, at }) => (
        <li key={mode} className="flex flex-wrap items-center gap-2 px-4 py-2.5">
          <span className="font-medium">
            <Trans>Day locked at {wireTime(at)}</Trans>
          </span>
          <ModeBadge mode={mode} />
          <span className="text-ink-2">{lockName(reason)}</span>
        </li>
      ))}
      {alarms.map(({ at, code, text }, i) => (
        <li key={`${at} ${code} ${i}`} className="px-4 py-2.5">
          <span className="text-ink-3">{wireTime(at)}</span> <span className="break-words">{text}</span>
        </li>
      ))}
    </ul>
  )
}
