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

/**
 * `shown` with the latest figures in some of the strikes that lack them, those in sight first. The same list when none lacks
 * them; all of `latest` when its strikes are others.
 */
export function withNextFigures(
  shown: readonly StrikeFigures[],
  latest: readonly StrikeFigures[],
  step: StepSize,
  isInSight: (strike: number) => boolean,
): readonly StrikeFigures[] {
  if (shown.length !== latest.length || shown.some(({ strike }, at) => strike !== latest[at]!.strike)) return latest
  const lacking = [...latest.keys()].filter((at) => !isCurrent(shown[at]!, latest[at]!))
  if (lacking.length === 0) return shown
  const inSight = lacking.filter((at) => isInSight(latest[at]!.strike))
  const next = new Set(inSight.length > 0 ? inSight.slice(0, step.inSight) : lacking.slice(0, step.outOfSight))
  return shown.map((one, at) => (next.has(at) ? latest[at]! : one))
}
