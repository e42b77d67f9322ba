import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFeed } from '../../lib/feed.tsx'
import { istTime } from '../../lib/ist-format.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ErrorState, LoadingState, LockedState } from '../../ui/states.tsx'
import { setMoreColumns, useMoreColumns } from './more-columns.ts'
import { OptionChainTable } from './OptionChainTable.tsx'
import { optionChainQuery } from './queries.ts'

/** 'Nifty Option Chain'. Every user sees the panel; what it shows depends on the plan. */
export function OptionChainPanel({ locked }: { locked: boolean }) {
  const { t } = useLingui()
  const title = t`Nifty Option Chain`
  if (locked)
    return (
      // The last of its column, which has less to show without a chain: it ends where the other column does.
      <Card aria-labelledby="option-chain" className="grow">
        <CardHeader id="option-chain" title={title} />
        <LockedState
          line
          title={t`Option Chain Access Restricted`}
          hint={t`The live option chain is part of Pro, Elite and Master.`}
          action={
            <Link to="/pricing" className={buttonClass('primary', 'sm')}>
              <Trans>Upgrade Now</Trans>
            </Link>
          }
        />
      </Card>
    )
  return (
    <Panel id="option-chain" title={title} note={t`OI in lakhs`} actions={<PanelActions />}>
      <LiveChain />
    </Panel>
  )
}

function PanelActions() {
  return (
    <>
      <Link to="/option-chain" className={buttonClass('quiet', 'sm')}>
        <Trans>All strikes</Trans>
      </Link>
      <ColumnsSwitch />
    </>
  )
}

function ColumnsSwitch() {
  const { t } = useLingui()
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-2">
      <span aria-hidden="true">
        <Trans>More columns</Trans>
      </span>
      <Switch label={t`More columns`} checked={useMoreColumns()} onChange={setMoreColumns} />
    </span>
  )
}

function LiveChain() {
  const { t } = useLingui()
  const { data: rows } = useQuery(optionChainQuery)
  // The figures, eleven rows of 2 rem, the head and the note: the frame does not move when the table arrives.
  if (rows === undefined) return <LoadingState label={t`Loading...`} className="min-h-133" />
  if (rows.length === 0)
    return <ErrorState line title={t`Option chain data unavailable`} hint={t`It comes back with the feed.`} />
  return (
    <>
      <PricesOf />
      <OptionChainTable rows={rows} />
    </>
  )
}

/** When the chain's prices were current, once they no longer are. */
function PricesOf() {
  const feed = useFeed()
  if (feed.status === 'current' || feed.since === undefined) return null
  const time = istTime(feed.since)
  return (
    <p role="status" className="border-b bg-warn-soft px-3 py-1.5 text-xs text-warn">
      <Trans>Not current: the prices are from {time}.</Trans>
    </p>
  )
}
