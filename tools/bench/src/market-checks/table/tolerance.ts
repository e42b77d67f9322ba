/** Volatile days cluster: sessions are drawn in stretches of up to a week, an eighth of all at the most. */
const LONGEST_STRETCH = 5
const STRETCHES = 8
/** Of so many tables of a sound model one may end with a row outside. */
const SOUND_TABLES = 100

/** Sessions the bootstrap draws at a time. */
export function toleranceFactorOf(sessions: number): number {
  return Math.max(1, Math.min(LONGEST_STRETCH, Math.floor(sessions / STRETCHES)))
}

/**
 * Standard errors a figure may lie off its range before the model is to blame: so many that of a hundred tables of a
 * sound model one ends with a row outside. It grows with the rows, each of which is another chance to be unlucky
 * (Bonferroni), and falls with the sessions, because the error itself is estimated from them: the variance of a block
 * bootstrap over n sessions in stretches of l is as uncertain as one of 1.5 n / l degrees of freedom (relative variance
 * 4 l / 3 n; Künsch 1989), so Student's distribution takes the normal one's place.
 *
 * It is not too much: what changes by the quarter does not show inside 40 sessions. The upper quartile of Choppiness of
 * recorded sessions (2021 to 2024, 14 times 40 of them) has a deviation of 1.1 from one 40 to the next where the
 * bootstrap inside one shows 0.6; by a fixed 99.9 % the recorded market itself would have been found outside.
 */
export function errorsAllowed(sessions: number, rows: number): number {
  return studentQuantile(1 - 1 / (2 * SOUND_TABLES * rows), (1.5 * sessions) / toleranceFactorOf(sessions))
}

/** The value Student's t of `df` degrees of freedom stays under with probability `p`, 0.5 < p < 1; to 1e-9. */
export function studentQuantile(p: number, df: number): number {
  // With t = √df tan θ the density is cos^(df − 1) θ: no gamma function, and the tail ends at a right angle.
  const area = (from: number) => simpson((angle) => Math.cos(angle) ** (df - 1), from, Math.PI / 2)
  const tail = (1 - p) * 2 * area(0)
  let [low, high] = [0, Math.PI / 2]
  while (high - low > 1e-12) {
    const middle = (low + high) / 2
    if (area(middle) > tail) low = middle
    else high = middle
  }
  return Math.sqrt(df) * Math.tan(low)
}

const STEPS = 2000

function simpson(of: (x: number) => number, from: number, to: number): number {
  const step = (to - from) / STEPS
  let sum = of(from) + of(to)
  for (let i = 1; i < STEPS; i += 1) sum += (i % 2 === 1 ? 4 : 2) * of(from + i * step)
  return (sum * step) / 3
}
