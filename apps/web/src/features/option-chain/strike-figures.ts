import type { OptionChainDetails, OptionChainRow } from '@strikewise/wire/option-chain.ts'
import type { OptionDetails } from './DetailCells.tsx'

/** Everything that is counted or computed of one strike. */
export interface StrikeFigures {
  readonly strike: number
  readonly row: OptionChainRow
  /** Undefined: not known now. */
  readonly call: OptionDetails | undefined
  readonly put: OptionDetails | undefined
}

/** The figures of each row, with its details where there are any. */
export function strikeFigures(
  rows: readonly OptionChainRow[],
  details: ReadonlyMap<number, OptionChainDetails>,
): readonly StrikeFigures[] {
  return rows.map((row) => {
    const { strike } = row
    const { ce: call, pe: put } = details.get(strike) ?? { ce: undefined, pe: undefined }
    return { strike, row, call, put }
  })
}

const isCurrent = (shown: StrikeFigures, latest: StrikeFigures) =>
  shown.row === latest.row && shown.call === latest.call && shown.put === latest.put

/** How many strikes are renewed in one step: in sight, where they are laid out and painted too, or out of sight. */
export interface StepSize {
  readonly inSight: number
  readonly outOfSight: number
}

/** Which strikes are renewed: those in sight, and those out of sight that a sweep has come to. */
export interface RenewedStrikes {
  readonly isInSight: (strike: number) => boolean
  readonly isSwept: (strike: number) => boolean
}

/** Whether both lists are of the same strikes. */
export function hasSameStrikes(shown: readonly StrikeFigures[], latest: readonly StrikeFigures[]): boolean {
  return shown.length === latest.length && shown.every(({ strike }, at) => strike === latest[at]!.strike)
}

/** The strikes of `shown` that lack the latest figures; both lists are of the same strikes. */
export function strikesBehind(shown: readonly StrikeFigures[], latest: readonly StrikeFigures[]): readonly number[] {
  return latest.filter((one, at) => !isCurrent(shown[at]!, one)).map(({ strike }) => strike)
}

/**
 * `shown` with the latest figures in some of the strikes that lack them and are to be renewed, those in sight first. The same
 * list when there are none; all of `latest` when its strikes are others.
 */
export function withNextFigures(
  shown: readonly StrikeFigures[],
  latest: readonly StrikeFigures[],
  step: StepSize,
  { isInSight, isSwept }: RenewedStrikes,
): readonly StrikeFigures[] {
  if (!hasSameStrikes(shown, latest)) return latest
  const behind = strikesBehind(shown, latest)
  const inSight = behind.filter(isInSight)
  const next = new Set(
    inSight.length > 0 ? inSight.slice(0, step.inSight) : behind.filter(isSwept).slice(0, step.outOfSight),
  )
  return next.size === 0 ? shown : shown.map((one, at) => (next.has(one.strike) ? latest[at]! : one))
}
