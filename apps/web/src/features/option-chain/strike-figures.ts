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

/** Whether both lists are of the same strikes. */
export function hasSameStrikes(shown: readonly StrikeFigures[], latest: readonly StrikeFigures[]): boolean {
  return shown.length === latest.length && shown.every(({ strike }, at) => strike === latest[at]!.strike)
}

/**
 * `shown` with the latest figures in every strike that is not rendered and in the first `step` rendered ones that lack them.
 * The same list when none lacks any; all of `latest` when its strikes are others.
 */
export function withNextFigures(
  shown: readonly StrikeFigures[],
  latest: readonly StrikeFigures[],
  step: number,
  isRendered: (at: number) => boolean,
): readonly StrikeFigures[] {
  if (!hasSameStrikes(shown, latest)) return latest
  let left = step
  let isSame = true
  const next = shown.map((one, at) => {
    if (isCurrent(one, latest[at]!) || (isRendered(at) && (left -= 1) < 0)) return one
    isSame = false
    return latest[at]!
  })
  return isSame ? shown : next
}
