import { Trans, useLingui } from '@lingui/react/macro'
import type { OptionChainWalls } from '@strikewise/wire/option-chain.ts'
import { memo, type ReactNode } from 'react'

/** A put-call ratio this far from 1 fills its half of the scale. */
const FULL_AT = 2

/**
 * Put-call ratio, max pain and walls, each with what it means. They describe what is open, and foretell nothing. Undefined:
 * not read yet, or not known now.
 */
export const ChainReadingStrip = memo(function ChainReadingStrip({ walls }: { walls: OptionChainWalls | undefined }) {
  const { t } = useLingui()
  const ratio = walls?.put_call_ratio ?? undefined
  const text = (strike: number | null | undefined) => strike?.toString()
  return (
    <>
      <dl className="grid grid-cols-2 gap-px border-b bg-line text-xs sm:grid-cols-4">
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
      </dl>
      <p className="border-b bg-surface px-3 py-1.5 text-2xs text-ink-3">
        <Trans>Current open interest, not a forecast. Outlined = wall.</Trans>
      </p>
    </>
  )
})

interface FigureProps {
  name: string
  value: string | undefined
  meaning: string | undefined
  children?: ReactNode
}

function Figure({ name, value, meaning, children }: FigureProps) {
  return (
    <div className="bg-surface px-3 py-2">
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
