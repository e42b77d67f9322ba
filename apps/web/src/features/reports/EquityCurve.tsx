import { Trans, useLingui } from '@lingui/react/macro'
import type { ReportReply } from '@strikewise/wire/reports.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { shortDay } from '../../lib/ist-format.ts'

const WIDTH = 600
const HEIGHT = 150

/** Net results from the period's first day on, day by day. The table by day shows the same in figures. */
export function EquityCurve({ days, drawdown }: Pick<ReportReply, 'drawdown'> & { days: ReportReply['by_day'] }) {
  const { t } = useLingui()
  const values = [0, ...days.map((day) => day.running)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low || 1
  const y = (value: number) => HEIGHT - ((value - low) / span) * HEIGHT
  const points = values.map((value, i) => `${(i / (values.length - 1)) * WIDTH},${y(value)}`).join(' ')
  const end = values.at(-1)!
  const [first, last] = [days[0]!, days.at(-1)!]
  const [result, lowest, highest, fall] = [
    signedRupeesText(end),
    signedRupeesText(low),
    signedRupeesText(high),
    rupeesText(drawdown),
  ]
  const count = days.length
  return (
    <figure className="p-4">
      <svg
        role="img"
        aria-label={t`Running net result: from 0 to ${result} over ${count} trading days, between ${lowest} and ${highest}`}
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        className="h-36 w-full"
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={y(0)}
          y2={y(0)}
          className="stroke-line-strong"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={points}
          fill="none"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className={end >= 0 ? 'stroke-up-fill' : 'stroke-down-fill'}
        />
      </svg>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs text-ink-3">
        <span>{shortDay(first.day)}</span>
        <span>
          <Trans>
            Highest {highest}, lowest {lowest}, maximum drawdown {fall}
          </Trans>
        </span>
        <span>{shortDay(last.day)}</span>
      </figcaption>
    </figure>
  )
}
