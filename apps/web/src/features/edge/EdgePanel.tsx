import type { EdgeReply, MeasuredEdgeRow } from '@strikewise/wire/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { edgeQuery } from './queries.ts'

type Mode = 'live' | 'paper'

/** What the user's own trades of these kinds of account brought, net, and how surely. Private: no public page shows it. */
export function EdgePanel({ modes, className }: { modes: readonly Mode[]; className?: string }) {
  const { data, isError, error, refetch } = useQuery(edgeQuery)
  return (
    <Card aria-labelledby="edge" className={className}>
      <CardHeader id="edge" title="Measured edge" note="Your own closed trades, after charges. Only you see this." />
      {data !== undefined ? (
        <>
          {isError && (
            <Notice tone="warn" role="status" className="m-4 mb-0">
              These figures may be old: newer ones could not be read.
            </Notice>
          )}
          <div className="divide-y">
            {modes.map((mode) => (
              <EdgeOfKind key={mode} mode={mode} edge={data[mode]} needs={data} />
            ))}
          </div>
        </>
      ) : isError ? (
        <ErrorState title="The measured edge could not be read" hint={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label="Loading..." className="min-h-32" />
      )}
    </Card>
  )
}

type Needs = Pick<EdgeReply, 'min_trades' | 'min_days'>

function EdgeOfKind({ mode, edge, needs }: { mode: Mode; edge: MeasuredEdgeRow | null; needs: Needs }) {
  return (
    <section aria-label={mode === 'live' ? 'Live account' : 'Paper account'} className="p-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <ModeBadge mode={mode} />
        <span className="font-medium">{verdictWords(edge)}</span>
      </p>
      <p className="mt-1 text-sm text-ink-3">{explanation(edge, needs)}</p>
      {edge !== null && <Facts edge={edge} />}
    </section>
  )
}

function verdictWords(edge: MeasuredEdgeRow | null): string {
  if (edge === null || edge.verdict === 'not_known') return 'Not yet known'
  return edge.verdict === 'positive' ? 'An edge was shown' : 'No edge was shown'
}

function explanation(edge: MeasuredEdgeRow | null, { min_trades, min_days }: Needs): string {
  if (edge === null)
    return `No trade of this kind was closed yet. It takes ${min_trades} of them, on ${min_days} days, to say anything.`
  switch (edge.verdict) {
    case 'not_known':
      return `${edge.trades} of ${min_trades} trades, ${edge.days} of ${min_days} days: too few to say anything about the next one.`
    case 'not_positive':
      return 'The lower end of the interval is not above zero: after charges these trades may as well lose.'
    case 'positive':
      return 'The lower end of the interval is above zero. It is what these trades brought, not a promise of the next ones.'
  }
}

function Facts({ edge }: { edge: MeasuredEdgeRow }) {
  const known = edge.verdict !== 'not_known'
  const { expectancy_interval: money, expectancy_r_interval: r, win_rate_interval: rate } = edge
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-4">
      <Fact
        name="Average trade, net"
        value={known ? signedRupeesText(edge.expectancy) : 'not yet known'}
        note={known ? `95%: ${signedRupeesText(money.low)} to ${signedRupeesText(money.high)}` : undefined}
      />
      <Fact
        name="In units of risk (R)"
        value={known ? rText(edge.expectancy_r) : 'not yet known'}
        note={known ? `95%: ${rText(r.low)} to ${rText(r.high)}` : undefined}
      />
      <Fact
        name="Won"
        value={known ? percent(edge.win_rate) : `${edge.wins} of ${edge.trades}`}
        note={known ? `95%: ${percent(rate.low)} to ${percent(rate.high)}` : undefined}
      />
      <Fact
        name="Profit factor"
        value={known ? (edge.profit_factor === null ? 'no loss yet' : edge.profit_factor.toFixed(2)) : 'not yet known'}
      />
      <Fact
        name="Trades"
        value={`${edge.trades} on ${edge.days} ${edge.days === 1 ? 'day' : 'days'}`}
        note={`${edge.from} to ${edge.to}`}
      />
      <Fact name="Net" value={signedRupeesText(edge.net)} note={`gross ${signedRupeesText(edge.gross)}`} />
      <Fact name="Charges" value={rupeesText(edge.charges)} />
      <Fact
        name="Deepest fall"
        value={rupeesText(edge.drawdown)}
        note={edge.drawdown_days > 0 ? `${edge.drawdown_days} trading days under a peak` : undefined}
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

const percent = (share: number): string => `${(share * 100).toFixed(0)}%`
const rText = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)} R`
