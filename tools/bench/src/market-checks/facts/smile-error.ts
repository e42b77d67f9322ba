import type { OptionChain } from '@strikewise/signals/option-chain/chain.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'

/** The parabola was fitted within this distance of the money (data calibration §8). */
const BOUND = 2.5
/** Fewer strikes make no parabola worth an error. */
const MIN_STRIKES = 6

/**
 * Root mean square distance, in volatility points, of the out-of-the-money volatilities from the best parabola in
 * x = ln(K/F) / (ATM √T), |x| ≤ 2.5; NaN with too few strikes.
 */
export function smileError({ legs, iv, forward, atmIv, years }: OptionChain): number {
  const points: [x: number, y: number][] = []
  for (const [i, strike] of legs.strikes.entries()) {
    const x = Math.log(strike / forward) / (atmIv * Math.sqrt(years))
    const volatility = 100 * iv[2 * i + (strike < forward ? PUT : 0)]!
    if (Math.abs(x) <= BOUND && Number.isFinite(volatility)) points.push([x, volatility])
  }
  if (points.length < MIN_STRIKES) return Number.NaN
  const [c, b, a] = parabola(points)
  const squares = points.map(([x, y]) => (y - c - b * x - a * x * x) ** 2)
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / points.length)
}

/** Least squares of y = c + b x + a x², by the normal equations and Cramer's rule. */
function parabola(points: readonly (readonly [number, number])[]): [c: number, b: number, a: number] {
  const s = [0, 0, 0, 0, 0]
  const t = [0, 0, 0]
  for (const [x, y] of points)
    for (let power = 0; power < s.length; power += 1) {
      s[power]! += x ** power
      if (power < t.length) t[power]! += y * x ** power
    }
  const columns = [
    [s[0]!, s[1]!, s[2]!],
    [s[1]!, s[2]!, s[3]!],
    [s[2]!, s[3]!, s[4]!],
  ]
  const whole = determinant(columns)
  const solved = (unknown: number) => determinant(columns.map((column, i) => (i === unknown ? t : column))) / whole
  return [solved(0), solved(1), solved(2)]
}

function determinant([p, q, r]: readonly (readonly number[])[]): number {
  return (
    p![0]! * (q![1]! * r![2]! - q![2]! * r![1]!) -
    q![0]! * (p![1]! * r![2]! - p![2]! * r![1]!) +
    r![0]! * (p![1]! * q![2]! - p![2]! * q![1]!)
  )
}
