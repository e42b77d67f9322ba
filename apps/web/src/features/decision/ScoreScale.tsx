import { Trans, useLingui } from '@lingui/react/macro'
/** |score| from which an entry is thought about (signals reference §3.1); drawn as two marks, the engine decides. */
const ENTRY_SCORE = 0.4

/** The weighted score on its scale from −1 (bearish) to 1 (bullish). */
export function ScoreScale({ score }: { score: number }) {
  const { t } = useLingui()
  const needed = ENTRY_SCORE.toFixed(2)
  const at = 50 + Math.max(-1, Math.min(1, score)) * 50
  return (
    <span className="flex items-center gap-2 text-xs text-ink-3">
      <Trans>Score</Trans>
      <span aria-hidden="true" className="relative h-1.5 w-28 rounded-full bg-quiet-soft">
        <span className="absolute inset-y-0 left-0 w-[30%] rounded-l-full bg-down-line" />
        <span className="absolute inset-y-0 right-0 w-[30%] rounded-r-full bg-up-line" />
        <span
          className="absolute -top-1 h-3.5 w-1 -translate-x-1/2 rounded-full bg-ink transition-[left] duration-300"
          style={{ left: `${at}%` }}
        />
      </span>
      <span className="w-10 font-medium text-ink" title={t`An entry needs ±${needed}`}>
        {score > 0 ? '+' : ''}
        {score.toFixed(2)}
      </span>
    </span>
  )
}
