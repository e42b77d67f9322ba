import { epochOf, istDay, wireTime } from '../../lib/ist-format.ts'
import { Served } from '../../ui/Served.tsx'
import { cx } from '../../ui/cx.ts'
import type { Signal } from './queries.ts'

/** Why an agent says what it says: reasons with their effect on its score, and what it read. */
export function ReasonList({ title, signal }: { title: string; signal: Signal | undefined }) {
  if (signal === undefined)
    return <p className="p-4 text-sm text-ink-3">{title} has not answered yet. Reasons appear with its first signal.</p>
  return (
    <div className="p-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-sm font-semibold">Why {title} says so</h3>
        <p className="text-xs text-ink-3">
          {/* An agent that has read nothing yet speaks of no instant. */}
          {signal.inputs.length === 0
            ? 'nothing read yet'
            : `as of ${instantText(signal.asOf, signal)} · valid until ${instantText(signal.validUntil, signal)}`}
          {signal.meta.delayedBy !== undefined && ` · delayed by ${signal.meta.delayedBy} s`}
          {signal.meta.regime !== undefined && ` · regime: ${signal.meta.regime.replaceAll('_', ' ')}`}
          {signal.meta.sentiment !== undefined && ` · headlines: ${signedText(signal.meta.sentiment)}`}
        </p>
      </div>
      {signal.stale && (
        <p className="mb-3 text-sm font-medium text-warn">
          The inputs are too old; these are its last reasons and they do not count.
        </p>
      )}
      {signal.reasons.length === 0 ? (
        <p className="text-sm text-ink-3">Nothing speaks for either side.</p>
      ) : (
        <ul className="divide-y">
          {signal.reasons.map((reason) => (
            <li key={`${reason.code} ${reason.text}`} className="flex items-center gap-4 py-2 text-sm">
              <span className="min-w-0 flex-1 text-ink-2">
                <Served text={reason.text} />
              </span>
              <Effect effect={reason.effect} />
            </li>
          ))}
        </ul>
      )}
      {signal.inputs.length > 0 && (
        <p className="mt-3 text-xs text-ink-3">
          Read:{' '}
          {signal.inputs
            .map((input) => `${input.name} (${input.count}, ${input.source}, ${instantText(input.asOf, signal)})`)
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
        {signedText(effect)}
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

function signedText(x: number): string {
  return `${x > 0 ? '+' : ''}${x.toFixed(2)}`
}
