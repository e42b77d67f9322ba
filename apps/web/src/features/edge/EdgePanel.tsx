import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { msg, plural } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { EdgeReply, MeasuredEdgeRow } from '@strikewise/wire/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { decimalText, rupeesText, signedDecimalText, signedRupeesText } from '../../lib/format.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { edgeQuery } from './queries.ts'

/** What the user's own trades of these kinds of account brought, net, and how surely. Private: no public page shows it. */
export function EdgePanel({ modes, className }: { modes: readonly LinkMode[]; className?: string }) {
  const { t } = useLingui()
  const { data, isError, error, refetch } = useQuery(edgeQuery)
  return (
    <Card aria-labelledby="edge" className={className}>
      <CardHeader
        id="edge"
        title={t`Measured edge`}
        note={t`Your own closed trades, after charges. Only you see this.`}
      />
      {data !== undefined ? (
        <>
          {isError && (
            <Notice tone="warn" role="status" className="m-4 mb-0">
              <Trans>Showing older figures. Couldn’t refresh.</Trans> {errorDetail(error)}
            </Notice>
          )}
          <div className="divide-y">
            {modes.map((mode) => (
              <EdgeOfKind key={mode} mode={mode} edge={data[mode]} needs={data} />
            ))}
          </div>
        </>
      ) : isError ? (
        <ErrorState
          title={t`Couldn’t load the measured edge`}
          hint={errorDetail(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState label={t`Loading...`} className="min-h-32" />
      )}
    </Card>
  )
}

type Needs = Pick<EdgeReply, 'min_trades' | 'min_days'>

function EdgeOfKind({ mode, edge, needs }: { mode: LinkMode; edge: MeasuredEdgeRow | null; needs: Needs }) {
  const { t } = useLingui()
  return (
    <section aria-label={mode === 'live' ? t`Live account` : t`Paper account`} className="p-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <ModeBadge mode={mode} />
        <span className="font-medium">{t(verdictText(edge))}</span>
      </p>
      <p className="mt-1 text-sm text-ink-3">{t(explanation(edge, needs))}</p>
      {edge !== null && <Facts edge={edge} />}
      {edge !== null && edge.verdict !== 'not_known' && (
        <p className="mt-3 text-xs text-ink-3">
          <Trans>The 95% intervals stay valid however often you look at them.</Trans>
        </p>
      )}
    </section>
  )
}

function verdictText(edge: MeasuredEdgeRow | null): MessageDescriptor {
  if (edge === null || edge.verdict === 'not_known') return msg`Not yet known`
  return edge.verdict === 'positive' ? msg`Edge found` : msg`No edge found`
}

function explanation(edge: MeasuredEdgeRow | null, { min_trades, min_days }: Needs): MessageDescriptor {
  if (edge === null) return msg`No closed trades yet. We need ${min_trades} trades over ${min_days} days to judge.`
  const { trades, days } = edge
  switch (edge.verdict) {
    case 'not_known':
      return msg`${trades} of ${min_trades} trades, ${days} of ${min_days} days: too few to say anything about the next one.`
    case 'not_positive':
      return msg`The lower end of the interval is not above zero: after charges, the average could just as well be a loss.`
    case 'positive':
      return msg`The lower end of the interval is above zero. It is what these trades brought, not a promise of the next ones.`
  }
}

function Facts({ edge }: { edge: MeasuredEdgeRow }) {
  const { t } = useLingui()
  const known = edge.verdict !== 'not_known'
  const unknown = t`not yet known`
  const within = (interval: { low: number; high: number } | null, text: (value: number) => string) => {
    if (!known || interval === null) return undefined
    const [low, high] = [text(interval.low), text(interval.high)]
    return t`95%: ${low} to ${high}`
  }
  const { wins, trades, days, from, to, drawdown_days } = edge
  const gross = signedRupeesText(edge.gross)
  const { expectancy_interval: money, expectancy_r_interval: r, win_rate_interval: rate } = edge
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-4">
      <Fact
        name={t`Average trade, net`}
        value={known ? signedRupeesText(edge.expectancy) : unknown}
        note={within(money, signedRupeesText)}
      />
      <Fact name={t`In units of risk (R)`} value={known ? rText(edge.expectancy_r) : unknown} note={within(r, rText)} />
      <Fact
        name={t`Won`}
        value={known ? percent(edge.win_rate) : t`${wins} of ${trades}`}
        note={within(rate, percent)}
      />
      <Fact
        name={t`Profit factor`}
        value={known ? (edge.profit_factor === null ? t`no loss yet` : decimalText(edge.profit_factor, 2)) : unknown}
      />
      <Fact
        name={t`Trades`}
        value={t`${trades} on ${plural(days, { one: '# day', other: '# days' })}`}
        note={t`${from} to ${to}`}
      />
      <Fact name={t`Net`} value={signedRupeesText(edge.net)} note={t`gross ${gross}`} />
      <Fact name={t`Charges`} value={rupeesText(edge.charges)} />
      <Fact
        name={t`Max drawdown`}
        value={rupeesText(edge.drawdown)}
        note={
          drawdown_days > 0
            ? t`${plural(drawdown_days, { one: '# day below peak', other: '# days below peak' })}`
            : undefined
        }
      />
    </dl>
  )
}

function Fact({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-medium">
        {value}
        {note !== undefined && <span className="block text-xs font-normal text-ink-3">{note}</span>}
      </dd>
    </div>
  )
}

const percent = (share: number): string => `${decimalText(share * 100, 0)}%`
const rText = (value: number): string => `${signedDecimalText(value, 2)} R`
