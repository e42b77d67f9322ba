import { Trans, useLingui } from '@lingui/react/macro'
import type { PastState } from '@strikewise/wire/time-travel.ts'
import type { ReactNode } from 'react'
import { wireDay, wireTime } from '../../lib/ist-format.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ActiveTradesTable } from '../active-trades/ActiveTradesTable.tsx'
import { OpenTotals } from '../active-trades/OpenPnl.tsx'
import { ClosedTradesTable } from '../trade-log/ClosedTradesTable.tsx'
import { DecisionRows, OrderRows, RefusalRows } from './PastRows.tsx'
import { NOT_RECORDED_NAMES } from './past-names.ts'
import { RestrictionList } from './PastRestrictions.tsx'

/** A rebuilt state, by the tables of the trader's own screens. It has no control of them: there is nothing to act on. */
export function PastScreens({ state }: { state: PastState }) {
  const { t } = useLingui()
  const moment = `${wireDay(state.at)}, ${wireTime(state.at)} IST`
  const title = t`Past state, read only · ${state.user_id} · ${moment}`
  return (
    <section aria-label={t`Past state`} className="relative">
      <p
        role="status"
        className="sticky top-0 z-20 mb-4 rounded-md border border-warn-line bg-warn-soft px-4 py-2 text-sm font-medium break-words text-warn"
      >
        {title}
      </p>
      <div className="space-y-6">
        <OpenTrades state={state} />
        <ClosedTrades state={state} />
        <Part
          id="past-orders"
          title={t`Orders`}
          none={t`No order of ours by then.`}
          isEmpty={state.orders.length === 0}
        >
          <OrderRows orders={state.orders} />
        </Part>
        <Part
          id="past-refusals"
          title={t`Missed entries`}
          none={t`No entry had been refused.`}
          isEmpty={state.refusals.length === 0}
        >
          <RefusalRows refusals={state.refusals} />
        </Part>
        <Part
          id="past-decisions"
          title={t`Decisions`}
          none={t`No minute of the day had been decided.`}
          isEmpty={state.decisions.length === 0}
        >
          <DecisionRows decisions={state.decisions} />
        </Part>
        <Restrictions state={state} />
        <NotRecorded names={state.not_recorded} />
      </div>
      <Watermark lines={[t`Past state, read only`, state.user_id, moment]} />
    </section>
  )
}

function OpenTrades({ state: { active_trades: trades, standings } }: { state: PastState }) {
  const { t } = useLingui()
  return (
    <Part id="past-open" title={t`Open trades then`} none={t`No trade was open.`} isEmpty={trades.length === 0}>
      <ActiveTradesTable trades={trades} standings={standings} withoutPrice={t`price not recorded`} />
      <OpenTotals standings={standings} />
    </Part>
  )
}

function ClosedTrades({ state: { trade_log } }: { state: PastState }) {
  const { t } = useLingui()
  const closed = trade_log.filter(({ status }) => status === 'Closed')
  return (
    <Part
      id="past-closed"
      title={t`Trade log then`}
      none={t`No trade of the day had closed.`}
      isEmpty={closed.length === 0}
    >
      <ClosedTradesTable trades={closed} />
    </Part>
  )
}

function Restrictions({ state }: { state: PastState }) {
  const { t } = useLingui()
  const { kill_switches, day_locks, alarms } = state
  return (
    <Part
      id="past-restrictions"
      title={t`Pauses, locks and alarms`}
      none={t`No pause or lock was in force, and no alarm had been raised.`}
      isEmpty={kill_switches.length + day_locks.length + alarms.length === 0}
    >
      <RestrictionList state={state} />
    </Part>
  )
}

function NotRecorded({ names }: { names: PastState['not_recorded'] }) {
  const { t } = useLingui()
  return (
    <Card aria-labelledby="past-missing" className="px-4 py-3 text-sm">
      <h3 id="past-missing" className="font-semibold">
        <Trans>Not recorded</Trans>
      </h3>
      <p className="mt-1 text-ink-2">
        <Trans>These have no history, so this page does not show them:</Trans>
      </p>
      <ul className="mt-1 list-disc pl-5">
        {names.map((name) => (
          <li key={name}>{t(NOT_RECORDED_NAMES[name])}</li>
        ))}
      </ul>
    </Card>
  )
}

interface PartProps {
  id: string
  title: string
  /** Shown in place of the rows when there are none. */
  none: string
  isEmpty: boolean
  children: ReactNode
}

function Part({ id, title, none, isEmpty, children }: PartProps) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      {isEmpty ? <EmptyState line title={none} /> : children}
    </Card>
  )
}

/** The lines all over what is shown, faint and behind no pointer: a picture of any part carries them. */
function Watermark({ lines }: { lines: readonly string[] }) {
  const rows = lines.map((line, i) => {
    const words = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<text x="16" y="${140 + i * 18}">${words}</text>`
  })
  const style = 'font-family="sans-serif" font-size="13" fill="#808080" fill-opacity="0.2"'
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="330" height="210"><g ${style} transform="rotate(-16 16 140)">${rows.join('')}</g></svg>`
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-10"
      style={{ backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(tile)}")` }}
    />
  )
}
