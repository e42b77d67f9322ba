import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReportReply, ReportSums } from '@strikewise/wire/reports.ts'
import { rupeesText, signedRupeesText, signedText } from '../../lib/format.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'

const CHARGES = [
  ['brokerage', msg`Brokerage`],
  ['stt', msg`Securities transaction tax`],
  ['exchange', msg`Exchange charges`],
  ['sebi', msg`SEBI fee`],
  ['stamp', msg`Stamp duty`],
  ['gst', msg`GST`],
] as const satisfies readonly (readonly [keyof ReportSums['charges'], MessageDescriptor])[]

/** What the period brought: gross, charges by kind, net, with the count and the deepest fall beside it. */
export function ResultCard({ report }: { report: ReportReply }) {
  const { t } = useLingui()
  const { total, drawdown, mode, unsettled } = report
  const { wins, trades } = total
  return (
    <Card aria-labelledby="result">
      <CardHeader
        id="result"
        title={t`Result`}
        note={mode === 'paper' ? t`Simulated: no real money.` : t`From your broker’s own fills.`}
        actions={<ModeBadge mode={mode} />}
      />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-4 sm:grid-cols-3 lg:grid-cols-6">
        <Figure name={t`Net`} value={signedRupeesText(total.net)} tone={toneOf(total.net)} />
        <Figure name={t`Gross`} value={signedRupeesText(total.gross)} tone={toneOf(total.gross)} />
        <Figure name={t`Charges`} value={rupeesText(total.charges.total)} />
        <Figure name={t`Closed trades`} value={String(total.trades)} />
        <Figure name={t`Won`} value={t`${wins} of ${trades}`} />
        <Figure name={t`Max drawdown`} value={rupeesText(drawdown)} />
      </dl>
      <EntryFills fill={report.entry_fill} />
      <details className="border-t px-4 py-3 text-sm">
        <summary className="font-medium text-ink-2">
          <Trans>Charges by kind</Trans>
        </summary>
        <dl className="mt-3 grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
          {CHARGES.map(([kind, name]) => (
            <div key={kind} className="flex justify-between gap-4">
              <dt className="text-ink-3">{t(name)}</dt>
              <dd>{rupeesText(total.charges[kind])}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-4">
            <dt className="text-ink-3">
              <Trans>Contract-note rounding</Trans>
            </dt>
            <dd>{signedRupeesText(total.rounding)}</dd>
          </div>
        </dl>
        <p className="mt-2 text-xs text-ink-3">
          <Trans>
            A trade’s charges are exact to the paisa. A day’s contract note has STT and stamp duty in whole rupees: the
            rounding makes the day’s net equal to it.
          </Trans>
        </p>
      </details>
      {unsettled > 0 && (
        <p className="border-t px-4 py-3 text-sm text-ink-3">
          <Plural
            value={unsettled}
            one="# trade is still open and not included."
            other="# trades are still open and not included."
          />
        </p>
      )}
    </Card>
  )
}

/** How the entries that signals decided were filled, on average. */
function EntryFills({ fill }: { fill: ReportReply['entry_fill'] }) {
  if (fill === null) return null
  const amount = signedRupeesText(fill.average)
  const multiple = fill.average_r === null ? '–' : signedText(fill.average_r)
  return (
    <p className="border-t px-4 py-3 text-sm text-ink-2">
      <Trans>
        Fill of a signal’s entry against the mid of its quote, on average: {amount} ({multiple} R).
      </Trans>{' '}
      <span className="text-ink-3">
        <Trans>Below zero, more was paid. Your own tickets are not counted: a fill is never above their limit.</Trans>
      </span>
    </p>
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
