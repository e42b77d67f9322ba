import { Trans, useLingui } from '@lingui/react/macro'
import { signedDecimalText } from '../../lib/format.ts'
import { epochOf, istDay, wireTime } from '../../lib/ist-format.ts'
import { inputText, regimeText, sourceText } from '../../messages/signals.ts'
import { Shared } from '../../ui/Shared.tsx'
import { cx } from '../../ui/cx.ts'
import type { Signal } from './queries.ts'

/** Why an agent shows what it shows: reasons with their effect on its score, and what it read. */
export function ReasonList({ title, signal }: { title: string; signal: Signal | undefined }) {
  const { t } = useLingui()
  if (signal === undefined)
    return (
      <p className="p-4 text-sm text-ink-3">
        <Trans>{title} has not answered yet. Reasons appear with its first signal.</Trans>
      </p>
    )
  const { delayedBy, regime, sentiment } = signal.meta
  const asOf = instantText(signal.asOf, signal)
  const validUntil = instantText(signal.validUntil, signal)
  const phase = regime === undefined ? '' : regimeText(regime)
  const mood = sentiment === undefined ? '' : signedDecimalText(sentiment, 2)
  return (
    <div className="p-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-sm font-semibold">
          <Trans>Why {title} says so</Trans>
        </h3>
        <p className="text-xs text-ink-3">
          {/* An agent that has read nothing yet speaks of no instant. */}
          {signal.inputs.length === 0 ? t`nothing read yet` : t`as of ${asOf} · valid until ${validUntil}`}
          {delayedBy !== undefined && ` · ${t`delayed by ${delayedBy} s`}`}
          {regime !== undefined && ` · ${t`regime: ${phase}`}`}
          {sentiment !== undefined && ` · ${t`headlines: ${mood}`}`}
        </p>
      </div>
      {signal.stale && (
        <p className="mb-3 text-sm font-medium text-warn">
          <Trans>The inputs are too old; these are its last reasons and they do not count.</Trans>
        </p>
      )}
      {signal.reasons.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>Nothing speaks for either side.</Trans>
        </p>
      ) : (
        <ul className="divide-y">
          {signal.reasons.map((reason) => (
            <li key={`${reason.code} ${reason.text}`} className="flex items-center gap-4 py-2 text-sm">
              <span className="min-w-0 flex-1 text-ink-2">
                <Shared of={reason} />
              </span>
              <Effect effect={reason.effect} />
            </li>
          ))}
        </ul>
      )}
      {signal.inputs.length > 0 && (
        <p className="mt-3 text-xs text-ink-3">
          <Trans>Read:</Trans>{' '}
          {signal.inputs
            .map(
              ({ input, count, source, asOf: read }) =>
                `${inputText(input)} (${count}, ${sourceText(source)}, ${instantText(read, signal)})`,
            )
            .join(' · ')}
        </p>
      )}
    </div>
  )
}

/** A reason's share of the score, drawn from the middle: left bearish, right bullish. */
function Effect({ effect }: { effect: number }) {
  const share = Math.min(1, Math.abs(effect))
  return (
    <span className="flex w-40 shrink-0 items-center gap-2">
      <span aria-hidden="true" className="relative h-1.5 flex-1 rounded-full bg-quiet-soft">
        <span className="absolute -top-0.5 left-1/2 h-2.5 w-px bg-line-strong" />
        <span
          className={cx(
            'absolute top-0 h-full rounded-full',
            effect >= 0 ? 'left-1/2 bg-up-fill' : 'right-1/2 bg-down-fill',
          )}
          style={{ width: `${share * 50}%` }}
        />
      </span>
      <span
        className={cx(
          'w-11 text-right text-xs font-medium',
          effect > 0 ? 'text-up' : effect < 0 ? 'text-down' : 'text-ink-3',
        )}
      >
        {signedDecimalText(effect, 2)}
      </span>
    </span>
  )
}

/** The time of an instant, with its day for a signal that speaks of more than one. */
function instantText(iso: string, { asOf, validUntil }: Signal): string {
  const at = epochOf(iso)
  return at === undefined || asOf.slice(0, 10) === validUntil.slice(0, 10)
    ? wireTime(iso)
    : `${istDay(at)} ${wireTime(iso)}`
}
