import type { ReportReply, ReportSums } from '@strikewise/wire/reports.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'

const CHARGES = [
  ['brokerage', 'Brokerage'],
  ['stt', 'Securities transaction tax'],
  ['exchange', 'Exchange charges'],
  ['sebi', 'SEBI fee'],
  ['stamp', 'Stamp duty'],
  ['gst', 'GST'],
] as const satisfies readonly (readonly [keyof ReportSums['charges'], string])[]

/** What the period brought: gross, charges by kind, net, with the count and the deepest fall beside it. */
export function ResultCard({ report }: { report: ReportReply }) {
  const { total, drawdown, mode, unsettled } = report
  return (
    <Card aria-labelledby="result">
      <CardHeader
        id="result"
        title="Result"
        note={mode === 'paper' ? 'Simulated: no real money.' : 'From your broker’s own fills.'}
        actions={<ModeBadge mode={mode} />}
      />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-4 sm:grid-cols-3 lg:grid-cols-6">
        <Figure name="Net" value={signedRupeesText(total.net)} tone={toneOf(total.net)} />
        <Figure name="Gross" value={signedRupeesText(total.gross)} tone={toneOf(total.gross)} />
        <Figure name="Charges" value={rupeesText(total.charges.total)} />
        <Figure name="Closed trades" value={String(total.trades)} />
        <Figure name="Won" value={`${total.wins} of ${total.trades}`} />
        <Figure name="Deepest fall" value={rupeesText(drawdown)} />
      </dl>
      <details className="border-t px-4 py-3 text-sm">
        <summary className="font-medium text-ink-2">Charges by kind</summary>
        <dl className="mt-3 grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
          {CHARGES.map(([kind, name]) => (
            <div key={kind} className="flex justify-between gap-4">
              <dt className="text-ink-3">{name}</dt>
              <dd>{rupeesText(total.charges[kind])}</dd>
            </div>
          ))}
        </dl>
      </details>
      {unsettled > 0 && (
        <p className="border-t px-4 py-3 text-sm text-ink-3">
          {unsettled === 1 ? 'One trade is' : `${unsettled} trades are`} still open or not settled with the broker, and
          in no sum.
        </p>
      )}
    </Card>
  )
}

function Figure({ name, value, tone }: { name: string; value: string; tone?: string | undefined }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className={cx('text-md font-semibold', tone)}>{value}</dd>
    </div>
  )
}

function toneOf(amount: number): string | undefined {
  if (amount === 0) return undefined
  return amount > 0 ? 'text-up' : 'text-down'
}
