/** Rank and percentile (0 … 1) of `now` among daily values, of which the last 252 count; undefined under 60. */
export function volatilityRank(
  daily: readonly number[],
  now: number,
): { rank: number; percentile: number } | undefined {
  const year = daily.slice(-252)
  if (year.length < 60 || now !== now) return undefined
  const low = Math.min(...year)
  const high = Math.max(...year)
  const below = year.filter((value) => value < now).length
  return { rank: high === low ? 0 : (now - low) / (high - low), percentile: below / year.length }
}
