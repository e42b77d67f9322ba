import { Trans } from '@lingui/react/macro'
import { Target } from 'lucide-react'
import type { ReactNode } from 'react'
import { rupeesText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'

/** What the verdict shows of a held option. */
export interface Holding {
  /** 'NIFTY 24500 CE'. */
  readonly contract: string
  /** Rupees a unit; undefined while there is none. */
  readonly stop: number | undefined
  readonly target: number | undefined
  /** 'HH:MM' from which it is sold in any case; undefined where not known. */
  readonly squareOff: string | undefined
}

/** In place of a verdict about entries: what is held, and what would end it. */
export function HoldingVerdict({ holding, at }: { holding: Holding; at: string }) {
  const { contract, stop, target, squareOff } = holding
  const [stopText, targetText] = [stop, target].map((price) => (price === undefined ? undefined : rupeesText(price)))
  const ends: readonly (ReactNode | undefined)[] = [
    stopText === undefined ? undefined : <Trans key="stop">stop {stopText}</Trans>,
    targetText === undefined ? undefined : <Trans key="target">target {targetText}</Trans>,
    <Trans key="score">score turns</Trans>,
    <Trans key="limit">time limit</Trans>,
    squareOff === undefined ? undefined : <Trans key="square-off">square-off {squareOff}</Trans>,
  ]
  return (
    <p className="flex min-w-0 flex-1 basis-80 items-start gap-2.5 text-sm">
      <Target aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <span className="min-w-0">
        <span className="font-semibold">
          <Trans>Holding {contract}</Trans>
        </span>
        <span className="text-ink-3"> · {wireTime(at)} · </span>
        <span className="text-ink-2">
          <Trans>Ends at:</Trans>{' '}
          {ends
            .filter((end) => end !== undefined)
            .map((end, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a fixed order
              <span key={i}>
                {i > 0 && ' · '}
                {end}
              </span>
            ))}
        </span>
      </span>
    </p>
  )
}
