import { Trans, useLingui } from '@lingui/react/macro'
import { decimalText, signedText } from '../../lib/format.ts'

/** |score| from which an entry is possible where a decision does not hold its own (signals reference §3.1). */
const ENTRY_SCORE = 0.4

interface ScoreScaleProps {
  /** −1 (bearish) to 1 (bullish). */
  score: number
  /** |score| an entry needs at this time of day. */
  threshold: number | undefined
}

/** The weighted score between the two marks that an entry needs; beyond them it is drawn at the end of the scale. */
export function ScoreScale({ score, threshold = ENTRY_SCORE }: ScoreScaleProps) {
  const { t } = useLingui()
  const needed = decimalText(threshold, 2)
  // The marks stand at a tenth from either end.
  const at = 50 + Math.max(-1, Math.min(1, (score / threshold) * 0.8)) * 50
  return (
    <span className="flex items-center gap-2 text-xs text-ink-3">
      <span className="max-sm:sr-only">
        <Trans>Score</Trans>
      </span>
      <span className="text-sm font-semibold text-ink">{signedText(score)}</span>
      <span aria-hidden="true" className="relative h-1.5 w-14 rounded-full sm:w-28 bg-quiet-soft">
        <span className="absolute inset-y-0 left-0 w-[10%] rounded-l-full bg-down-line" />
        <span className="absolute inset-y-0 right-0 w-[10%] rounded-r-full bg-up-line" />
        <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
        <span
          className="absolute -top-1 h-3.5 w-1 -translate-x-1/2 rounded-full bg-ink transition-[left] duration-300"
          style={{ left: `${at}%` }}
        />
      </span>
      <span title={t`An entry needs ±${needed}`}>±{needed}</span>
    </span>
  )
}
