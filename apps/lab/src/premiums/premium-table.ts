import { cellRows, premiumCells } from '../backtest/premiums/premium-cells.ts'
import { EXPIRIES, medianOf, MONEYNESS, type PremiumRatio } from '../backtest/premiums/premium-ratios.ts'

/** What the medians of the days' medians must lie between. */
const BOUNDS = {
  'at the money': { least: 0.95, most: 1.05 },
  '0.5-1.5 % out': { least: 0.85, most: 1.15 },
} as const

/** Nearest expiry of each day: what entries buy. */
export function dayMedians(ratios: readonly PremiumRatio[]): { day: string; atm: number; out: number }[] {
  return [...Map.groupBy(ratios, ({ day }) => day)].map(([day, of]) => {
    const nearest = EXPIRIES.find((expiry) => of.some((one) => one.expiry === expiry))
    const at = (moneyness: PremiumRatio['moneyness']) =>
      of.find((one) => one.moneyness === moneyness && one.expiry === nearest)?.ratio ?? Number.NaN
    return { day, atm: at('at the money'), out: at('0.5-1.5 % out') }
  })
}

/** The medians over days, and whether they lie between their bounds. */
export function verdictOf(ratios: readonly PremiumRatio[]): { atm: number; out: number; isWithin: boolean } {
  const days = dayMedians(ratios)
  const atm = medianOf(days.map((day) => day.atm))
  const out = medianOf(days.map((day) => day.out).filter((ratio) => !Number.isNaN(ratio)))
  const within = (value: number, { least, most }: { least: number; most: number }) => value >= least && value <= most
  return { atm, out, isWithin: within(atm, BOUNDS['at the money']) && within(out, BOUNDS['0.5-1.5 % out']) }
}

/** Model over record by moneyness and time to expiry: the median of the days' medians, its bias, and the days. */
export function cellLines(ratios: readonly PremiumRatio[]): string[] {
  const width = 22
  return [
    `${'to expiry'.padEnd(18)}${MONEYNESS.map((name) => name.padStart(width)).join('')}`,
    ...cellRows(premiumCells(ratios)).map(
      ({ expiry, texts }) => `${expiry.padEnd(18)}${texts.map((text) => (text || '-').padStart(width)).join('')}`,
    ),
  ]
}
