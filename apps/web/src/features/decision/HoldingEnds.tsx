import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { rupeesText } from '../../lib/format.ts'

/** What the verdict shows of a held option. */
export interface Holding {
  /** 'NIFTY 24500 CE'. */
  readonly contract: string
  /** Rupees a unit; undefined while there is none. */
  readonly stop: number | undefined
  readonly target: number | undefined
  /** 'HH:MM' at which the longest time a trade is held ends; undefined where not known. */
  readonly timeLimit: string | undefined
  /** 'HH:MM' from which it is sold in any case; undefined where not known. */
  readonly squareOff: string | undefined
  /** The engine entered it: what it thinks of the index ends it. */
  readonly endsByScore: boolean
}

/** In place of a reason about entries: what is held, and what would end it. */
export function HoldingEnds({ holding }: { holding: Holding }) {
  const { contract, stop, target, timeLimit, squareOff, endsByScore } = holding
  const [stopText, targetText] = [stop, target].map((price) => (price === undefined ? undefined : rupeesText(price)))
  // Stop and target stand with the position, right above on a phone.
  const ends: readonly { readonly key: string; readonly text: ReactNode; readonly wide?: boolean }[] = [
    ...(stopText === undefined ? [] : [{ key: 'stop', text: <Trans>stop {stopText}</Trans>, wide: true }]),
    ...(targetText === undefined ? [] : [{ key: 'target', text: <Trans>target {targetText}</Trans>, wide: true }]),
    ...(endsByScore ? [{ key: 'score', text: <Trans>score turns</Trans> }] : []),
    ...(timeLimit === undefined ? [] : [{ key: 'limit', text: <Trans>time limit {timeLimit}</Trans> }]),
    ...(squareOff === undefined ? [] : [{ key: 'square-off', text: <Trans>square-off {squareOff}</Trans> }]),
  ]
  return (
    <>
      <span className="font-medium text-ink">
        <Trans>Holding {contract}</Trans>
      </span>
      {' · '}
      <Trans>Ends at:</Trans>{' '}
      {ends.map(({ key, text, wide = false }, i) => (
        <span key={key} className={wide ? 'max-sm:sr-only' : ''}>
          {text}
          {i < ends.length - 1 && ' · '}
        </span>
      ))}
    </>
  )
}
