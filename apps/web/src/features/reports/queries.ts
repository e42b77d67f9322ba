import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Period } from './period.ts'

/** The user's closed trades of a period; the last one stays on the page while another is read. */
export const reportQuery = (mode: LinkMode, { from, to }: Period) =>
  queryOptions({
    queryKey: ['report', mode, from, to],
    queryFn: ({ signal }) => api.call('report', { query: { mode, from, to }, signal }),
    refetchInterval: 30_000,
    // Never the other kind's: paper must not stand under live for a moment.
    placeholderData: (last) => (last?.mode === mode ? last : undefined),
    retry: false,
  })

/** Where a report can be had as a file. */
export function fileHref(format: 'csv' | 'pdf', mode: LinkMode, { from, to }: Period): string {
  return `/api/reports/${format}?${new URLSearchParams({ mode, from, to }).toString()}`
}
