import type { FeatureFlag } from '@strikewise/wire/feature-flags.ts'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from './queries.ts'

/**
 * Whether operators have an optional feature on for the user; true while that is not known. The layout reads the record of the
 * account. The server enforces it again.
 */
export function useFeature(flag: FeatureFlag): boolean {
  const { data } = useQuery({ ...meQuery, enabled: false })
  return data?.features.includes(flag) !== false
}
