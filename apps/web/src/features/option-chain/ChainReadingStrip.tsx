import { Trans, useLingui } from '@lingui/react/macro'
import { VOLATILITY_SESSIONS } from '@strikewise/domain/market/volatility-sessions.ts'
import type { OptionChainWalls, VolatilityStanding } from '@strikewise/wire/option-chain.ts'
import { memo, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

/** A put-call ratio this far from 1 fills its half of the scale. */
const FULL_AT = 2

interface ChainReadingStripProps {
  /** Undefined: not read yet, or not known now. */
  walls: OptionChainWalls | undefined
  /** Whether the IV percentile stands beside what is open. */
  withVolatility?: boolean
}

/** Put-call ratio, max pain and walls, each with what it means. They describe what is open, and foretell nothing. */
export const ChainReadingStrip = memo(function ChainReadingStrip({
  walls,
  withVolatility = false,
}: ChainReadingStripProps) {
  const { t } = useLingui()
  const ratio = walls?.put_call_ratio ?? undefined
  const text = (strike: number | null | undefined) => strike?.toString()
  return (
    <>
      <dl
        className={cx(
          'grid grid-cols-2 gap-px border-b bg-line text-xs',
          withVolatility ? 'sm:grid-cols-5' : 'sm:grid-cols-4',
        )}
      >
        <Figure
          name={t`PCR`}
          value={ratio?.toFixed(2)}
          meaning={
            ratio === undefined ? undefined : ratio >= 1 ? t`more open puts than calls` : t`more open calls than puts`
          }
        >
          {ratio !== undefined && <RatioScale ratio={ratio} />}
        </Figure>
        <Figure name={t`Max pain`} value={text(walls?.max_pain)} meaning={t`strike where buyers lose most at expiry`} />
        <Figure name={t`Put wall`} value={text(walls?.put_wall)} meaning={t`highest put OI below spot`} />
        <Figure name={t`Call wall`} value={text(walls?.call_wall)} meaning={t`highest call OI above spot`} />
        {withVolatility && <IvPercentile standing={walls?.volatility} />}
      </dl>
      <p className="border-b bg-surface px-3 py-1.5 text-2xs text-ink-3">
        <Trans>Current open interest, not a forecast. Outlined = wall.</Trans>
      </p>
    </>
  )
})

/** Of how many of the stored days the volatility was lower, or how many of them it takes to count. */
function IvPercentile({ standing }: { standing: VolatilityStanding | undefined }) {
  const { t } = useLingui()
  const { sessions, percentile = null } = standing ?? {}
  const { least } = VOLATILITY_SESSIONS
  return (
    <Figure
      name={t`IV percentile`}
      value={percentile === null ? undefined : `${percentile}%`}
      meaning={
        sessions === undefined
          ? undefined
          : sessions < least
            ? t`counts from ${least} stored days; ${sessions} so far`
            : percentile === null
              ? t`no volatility at the money now`
              : t`of the last ${sessions} days had a lower IV`
      }
      className="max-sm:col-span-2"
    />
  )
}

interface FigureProps {
  name: string
  value: string | undefined
  meaning: string | undefined
  className?: string
  children?: ReactNode
}

function Figure({ name, value, meaning, className, children }: FigureProps) {
  return (
    <div className={cx('bg-surface px-3 py-2', className)}>
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-base font-semibold text-ink">{value ?? '–'}</dd>
      {children}
      {meaning !== undefined && <dd className="mt-0.5 text-2xs text-ink-3">{meaning}</dd>}
    </div>
  )
}

/** From calls (left) to puts (right), even in the middle. */
function RatioScale({ ratio }: { ratio: number }) {
  const lean = Math.max(-1, Math.min(1, Math.log(ratio) / Math.log(FULL_AT)))
  return (
    <dd aria-hidden="true" className="relative my-1 h-1 overflow-hidden rounded-full bg-quiet-soft">
      <span
        className={`absolute inset-y-0 left-1/2 w-1/2 origin-left transition-transform duration-300 ${lean >= 0 ? 'bg-put-fill' : 'bg-call-fill'}`}
        style={{ transform: `scaleX(${lean.toFixed(3)})` }}
      />
      <span className="absolute inset-y-0 left-1/2 w-px bg-ink-3" />
    </dd>
  )
}
