import {
  EXPIRIES,
  medianOf,
  MONEYNESS,
  type Moneyness,
  type PremiumRatio,
  type TimeToExpiry,
} from './premium-ratios.ts'

/** Model over record at a distance from the money and a time to expiry: the median of the days' medians. */
export interface PremiumCell {
  readonly expiry: TimeToExpiry
  readonly moneyness: Moneyness
  readonly ratio: number
  readonly days: number
}

/** The cells that the days fill, by time to expiry and then by moneyness. */
export function premiumCells(ratios: readonly PremiumRatio[]): PremiumCell[] {
  return EXPIRIES.flatMap((expiry) =>
    MONEYNESS.flatMap((moneyness) => {
      const of = ratios.filter((one) => one.expiry === expiry && one.moneyness === moneyness)
      return of.length === 0
        ? []
        : [{ expiry, moneyness, ratio: medianOf(of.map((one) => one.ratio)), days: of.length }]
    }),
  )
}

/** A cell as text: ratio, bias in per cent, days. */
function cellText({ ratio, days }: PremiumCell): string {
  const bias = `${ratio < 1 ? '−' : '+'}${Math.abs(100 * (ratio - 1)).toFixed(0)} %`
  return `${ratio.toFixed(2)} (${bias}, ${days} ${days === 1 ? 'day' : 'days'})`
}

/** The cells as rows of texts, one a time to expiry, a cell that no day fills empty. */
export function cellRows(cells: readonly PremiumCell[]): { readonly expiry: TimeToExpiry; readonly texts: string[] }[] {
  const used = EXPIRIES.filter((expiry) => cells.some((cell) => cell.expiry === expiry))
  return used.map((expiry) => ({
    expiry,
    texts: MONEYNESS.map((moneyness) => {
      const cell = cells.find((one) => one.expiry === expiry && one.moneyness === moneyness)
      return cell === undefined ? '' : cellText(cell)
    }),
  }))
}
