/** Units as `LegGreeks` gives them. */
interface IntegratedOption {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly vega: number
  readonly theta: number
}

/**
 * Prices options the long way, for tests: the discounted mean payoff over the lognormal forward, by Gauss-Legendre
 * quadrature; greeks as the mean of payoff times score (likelihood ratio), so that nothing is differentiated manually.
 * It shares neither a formula nor a distribution function with the product. Units as `LegGreeks` gives them.
 */
export function integratedOption(
  sign: 1 | -1,
  forward: number,
  strike: number,
  t: number,
  sigma: number,
  rate: number,
): IntegratedOption {
  const deviation = sigma * Math.sqrt(t)
  // The payoff begins where the forward meets the strike: z of ln(K / F).
  const edge = (Math.log(strike / forward) + (deviation * deviation) / 2) / deviation
  const [from, to] = sign === 1 ? [edge, edge + 40] : [edge - 40, edge]
  const mean = (score: (z: number) => number) =>
    Math.exp(-rate * t) *
    integrate(
      (z) =>
        score(z) *
        sign *
        (forward * Math.exp(deviation * z - (deviation * deviation) / 2) - strike) *
        (Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)),
      from,
      to,
    )
  const price = mean(() => 1)
  const perDeviation = mean((z) => (z * z - 1) / deviation - z)
  return {
    price,
    delta: mean((z) => z / (forward * deviation)),
    gamma: mean((z) => (z * z - deviation * z - 1) / (forward * deviation) ** 2),
    vega: (perDeviation * Math.sqrt(t)) / 100,
    // As time passes the discount and the deviation shrink.
    theta: (rate * price - (perDeviation * sigma) / (2 * Math.sqrt(t))) / 365,
  }
}

/** Nodes and weights of the ten-point rule on [-1, 1], one half; the other is its mirror image. */
const NODES: readonly (readonly [node: number, weight: number])[] = [
  [0.14887433898163122, 0.29552422471475287],
  [0.4333953941292472, 0.26926671930999635],
  [0.6794095682990244, 0.21908636251598204],
  [0.8650633666889845, 0.14945134915058059],
  [0.9739065285171717, 0.06667134430868814],
]
const PANELS = 400

function integrate(f: (x: number) => number, from: number, to: number): number {
  const half = (to - from) / PANELS / 2
  let sum = 0
  for (let panel = 0; panel < PANELS; panel += 1) {
    const middle = from + (2 * panel + 1) * half
    for (const [node, weight] of NODES) sum += weight * (f(middle - node * half) + f(middle + node * half))
  }
  return sum * half
}
