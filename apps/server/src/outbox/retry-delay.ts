const FIRST_S = 2
const FACTOR = 3
const LONGEST_S = 1800
const MAX_ATTEMPTS = 12

/** Seconds until the next attempt after `attempts` failed ones (2, 6, 18 … 30 min); undefined when no attempt is left. */
export function retryDelay(attempts: number): number | undefined {
  return attempts >= MAX_ATTEMPTS ? undefined : Math.min(FIRST_S * FACTOR ** (attempts - 1), LONGEST_S)
}
