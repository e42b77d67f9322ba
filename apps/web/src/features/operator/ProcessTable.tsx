import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProcessState, RoleReport } from '@strikewise/wire/service-health.ts'
import { Link } from '@tanstack/react-router'
import { PROCESS_STATE_NAMES, ROLE_NAMES } from './service-names.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { useDuration, useMilliseconds } from './spans-of-time.ts'

const TONES: Readonly<Record<ProcessState, Tone>> = { live: 'up', late: 'warn', gone: 'down' }

/** Each role of each process as it reported itself last. */
export function ProcessTable({ reports }: { reports: readonly RoleReport[] }) {
  const { t } = useLingui()
  const duration = useDuration()
  const milliseconds = useMilliseconds()
  return (
    <TableFrame label={t`Processes by role`}>
      <Table cards>
        <thead>
          <tr>
            <Th>
              <Trans>Role</Trans>
            </Th>
            <Th>
              <Trans>State</Trans>
            </Th>
            <Th wrap>
              <Trans>Machine and process</Trans>
            </Th>
            <Th>
              <Trans>Version</Trans>
            </Th>
            <Th align="end">
              <Trans>Last report</Trans>
            </Th>
            <Th align="end">
              <Trans>Ran for</Trans>
            </Th>
            <Th align="end" wrap>
              <Trans>Event-loop delay (p99)</Trans>
            </Th>
            <Th>
              <Trans>Work</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr key={`${report.process} ${report.role}`}>
              <Td head="start" className="font-medium">
                {t(ROLE_NAMES[report.role])}
              </Td>
              <Td head="end">
                <Badge tone={TONES[report.state]}>{t(PROCESS_STATE_NAMES[report.state])}</Badge>
              </Td>
              <Td label={t`Machine and process`} wrap className="break-all">
                {report.host} {report.pid}
              </Td>
              <Td label={t`Version`}>{buildOf(report.version)}</Td>
              <Td label={t`Last report`} align="end">
                <Trans>{duration(report.seen_s)} ago</Trans>
              </Td>
              <Td label={t`Ran for`} align="end">
                {duration(report.up_s)}
              </Td>
              <Td label={t`Event-loop delay (p99)`} align="end">
                {report.figures?.event_loop_p99_ms == null ? '–' : milliseconds(report.figures.event_loop_p99_ms)}
              </Td>
              <Td label={t`Work`} wrap className="sm:min-w-40">
                <Work report={report} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

const COMMIT_DIGITS = 7

/** The commit alone where it is known: the release's number is the same in many builds, and both do not fit in a line. */
function buildOf(version: string): string {
  const [release, commit] = version.split('+')
  return commit?.slice(0, COMMIT_DIGITS) ?? release!
}

/** What this role has to do now. */
function Work({ report: { figures } }: { report: RoleReport }) {
  if (figures === null) return <>–</>
  const { accounts, shards, alarms, streams, unprotected: { positions } = { positions: 0 } } = figures
  if (streams !== null) return <Plural value={streams} one="# stream open" other="# streams open" />
  if (accounts === null || shards === null) return <>–</>
  return (
    <>
      <Plural value={accounts} one="# account" other="# accounts" />,{' '}
      <Plural value={shards} one="# shard" other="# shards" />
      {positions > 0 && (
        <>
          ,{' '}
          <span className="text-down">
            <Plural
              value={positions}
              one="# position without a stop-loss order"
              other="# positions without a stop-loss order"
            />
          </span>
        </>
      )}
      {alarms !== null && alarms > 0 && (
        <>
          ,{' '}
          <Link
            to="/operator/$section"
            params={{ section: 'exceptions' }}
            className="text-accent-text underline underline-offset-2"
          >
            <Plural value={alarms} one="# alarm since its start" other="# alarms since its start" />
          </Link>
        </>
      )}
    </>
  )
}
