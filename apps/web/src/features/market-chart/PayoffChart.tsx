import { Trans, useLingui } from '@lingui/react/macro'
import { groupIndian } from '@strikewise/domain/money/format.ts'
import type { ReactNode } from 'react'
import { useFeed } from '../../lib/feed.tsx'
import { rupeesText, signedRupeesText, wholeRupeesText } from '../../lib/format.ts'
import { istDay } from '../../lib/ist-format.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import { cx } from '../../ui/cx.ts'
import { payoffOf, type Payoff, type PayoffSubject } from './payoff-curve.ts'

/** Size of the drawing's own coordinates; on the screen it takes the width there is. */
const WIDTH = 360
const HEIGHT = 190
const EDGE = { top: 22, bottom: 26 }

/** What a bought option can pay at expiry and, where its pricing is known, would bring now, drawn and as text. */
export function PayoffChart({ chart, indexName }: { chart: PayoffSubject; indexName: string }) {
  const payoff = payoffOf(chart)
  const { t } = useLingui()
  const isCurrent = useFeed().status === 'current'
  if (payoff === undefined) return null
  const breakEven = pointsText(payoff.breakEven)
  const lost = rupeesText(payoff.maxLoss)
  return (
    <section aria-label={t`Profit and loss by index level`} className="@container px-4 pt-1 pb-3">
      <div className="grid gap-x-6 gap-y-2 @lg:grid-cols-2">
        <div className="flex flex-col gap-2">
          <Drawing
            payoff={payoff}
            label={t`Result by level of ${indexName}: at most ${lost} lost, even at ${breakEven} at expiry`}
          />
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
            <Key className="border-t-2 border-ink-2">
              <Trans>At expiry</Trans>
            </Key>
            {payoff.now !== undefined && (
              <Key className="border-t-2 border-dashed border-accent-text">
                {isCurrent ? <Trans>Now</Trans> : <Trans>sold at the last prices</Trans>}
              </Key>
            )}
          </ul>
        </div>
        <Words chart={chart} payoff={payoff} indexName={indexName} />
      </div>
    </section>
  )
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={cx('inline-block w-5', className)} />
      {children}
    </li>
  )
}

function Words({ chart, payoff, indexName }: { chart: PayoffSubject; payoff: Payoff; indexName: string }) {
  const { i18n } = useLingui()
  const lost = rupeesText(payoff.maxLoss)
  const breakEven = pointsText(payoff.breakEven)
  const expiry = istDay(istInstant(chart.expiry, 12))
  const stop = chart.stops.at(-1)
  return (
    <ul key={i18n.locale} className="flex list-disc flex-col gap-1 pl-4 text-xs text-ink-2">
      <li>
        <Trans>Maximum loss {lost}: premium and buying charges.</Trans>
      </li>
      {payoff.atStop !== undefined && stop !== undefined && (
        <li>
          <AtStop price={rupeesText(stop.price)} result={signedRupeesText(payoff.atStop)} />
        </li>
      )}
      <li>
        <Trans>
          Held to its expiry on {expiry} it breaks even with {indexName} at {breakEven}.
        </Trans>
      </li>
      <li className="text-ink-3">
        {payoff.now === undefined ? (
          <Trans>Net of charges. Trades close the same day, so expiry is for reference only.</Trans>
        ) : (
          <Trans>
            Net of charges. The dashed line assumes today’s volatility. Trades close the same day, so expiry is for
            reference only.
          </Trans>
        )}
      </li>
    </ul>
  )
}

function AtStop({ price, result }: { price: string; result: string }) {
  return (
    <Trans>
      At the stop ({price}): {result}. In a fast market it can fill lower.
    </Trans>
  )
}

function Drawing({ payoff, label }: { payoff: Payoff; label: string }) {
  const { points, breakEven, spot } = payoff
  const levels = [points[0]!.level, points.at(-1)!.level] as const
  const results = points.flatMap(({ atExpiry, now }) => [atExpiry, ...(now === undefined ? [] : [now])])
  const low = Math.min(0, ...results)
  const high = Math.max(0, ...results)
  const x = (level: number) => ((level - levels[0]) / (levels[1] - levels[0])) * WIDTH
  const y = (result: number) =>
    EDGE.top + (1 - (result - low) / Math.max(1, high - low)) * (HEIGHT - EDGE.top - EDGE.bottom)
  const path = (result: (point: Payoff['points'][number]) => number | undefined) =>
    points
      .flatMap((point) => {
        const value = result(point)
        return value === undefined ? [] : [`${x(point.level).toFixed(1)},${y(value).toFixed(1)}`]
      })
      .join(' ')
  const area = `0,${y(0).toFixed(1)} ${path(({ atExpiry }) => atExpiry)} ${WIDTH},${y(0).toFixed(1)}`
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="w-full text-2xs">
      <clipPath id="payoff-gain">
        <rect x="0" y="0" width={WIDTH} height={y(0)} />
      </clipPath>
      <clipPath id="payoff-loss">
        <rect x="0" y={y(0)} width={WIDTH} height={HEIGHT} />
      </clipPath>
      <polygon points={area} clipPath="url(#payoff-gain)" className="fill-up-soft" />
      <polygon points={area} clipPath="url(#payoff-loss)" className="fill-down-soft" />
      <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-line-strong" />
      <polyline points={path(({ atExpiry }) => atExpiry)} className="fill-none stroke-ink-2" strokeWidth="1.75" />
      <polyline
        points={path(({ now }) => now)}
        className="fill-none stroke-accent-text"
        strokeWidth="1.75"
        strokeDasharray="5 4"
      />
      <Upright at={x(breakEven)} text={<Trans>Break-even {pointsText(breakEven)}</Trans>} top={false} />
      {spot !== undefined && <Upright at={x(spot)} text={<Trans>Index {pointsText(spot)}</Trans>} top />}
      {spot !== undefined && payoff.now !== undefined && (
        <circle cx={x(spot)} cy={y(payoff.now)} r="3.5" className="fill-accent-text" />
      )}
      <text x="2" y={y(low) + 13} className="fill-down font-medium">
        {wholeRupeesText(-payoff.maxLoss)}
      </text>
    </svg>
  )
}

/** A level of the index, named at the top or the bottom; the name turns inwards at the edges. */
function Upright({ at, text, top }: { at: number; text: ReactNode; top: boolean }) {
  const anchor = at < WIDTH * 0.2 ? 'start' : at > WIDTH * 0.8 ? 'end' : 'middle'
  return (
    <>
      <line
        x1={at}
        x2={at}
        y1={EDGE.top - 6}
        y2={HEIGHT - EDGE.bottom + 6}
        className="stroke-ink-3"
        strokeDasharray="2 3"
      />
      <text x={at} y={top ? 11 : HEIGHT - 5} textAnchor={anchor} className="fill-ink-2">
        {text}
      </text>
    </>
  )
}

const pointsText = (level: number) => groupIndian(Math.round(level))
