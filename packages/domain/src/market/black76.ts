/** Seconds of a year of 365 days: time to expiry in years = seconds / this (signals reference §0). */
export const YEAR_SECONDS = 31_536_000

export const SQRT_TWO_PI: number = Math.sqrt(2 * Math.PI)

/** Standard normal distribution function to about 1e-15 (Hart's rational approximation as given by West, 2005). */
export function normalCdf(x: number): number {
  const z = Math.abs(x)
  const tail = upperTail(z, Math.exp(-0.5 * z * z))
  return x > 0 ? 1 - tail : tail
}

/** What lies beyond `z` >= 0 standard deviations, on one side. `bell`: exp(-z² / 2), which callers need anyway. */
export function upperTail(z: number, bell: number): number {
  if (!(z <= 37)) return 0
  if (z >= 7.07106781186547) {
    const fraction = z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))
    return bell / (fraction * 2.506628274631)
  }
  let up = 3.52624965998911e-2 * z + 0.700383064443688
  up = up * z + 6.37396220353165
  up = up * z + 33.912866078383
  up = up * z + 112.079291497871
  up = up * z + 221.213596169931
  up = up * z + 220.206867912376
  let down = 8.83883476483184e-2 * z + 1.75566716318264
  down = down * z + 16.064177579207
  down = down * z + 86.7807322029461
  down = down * z + 296.564248779674
  down = down * z + 637.333633378831
  down = down * z + 793.826512519948
  down = down * z + 440.413735824752
  return (bell * up) / down
}

/**
 * Black-76 price of an option on a forward. `sign` +1 call, -1 put; `t` years; `discount` e^(-rt). All of the forward,
 * strike and answer in one unit.
 */
export function black76Price(
  sign: 1 | -1,
  forward: number,
  strike: number,
  t: number,
  sigma: number,
  discount: number,
): number {
  const deviation = sigma * Math.sqrt(t)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  return sign * discount * (forward * normalCdf(sign * d1) - strike * normalCdf(sign * (d1 - deviation)))
}
