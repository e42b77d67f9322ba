import type { MyDataReply } from '@strikewise/wire/data-rights.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const myDataQuery = queryOptions({
  queryKey: ['my-data'],
  queryFn: ({ signal }) => api.call('myData', { signal }),
})

/** A change of the caller's own data; the answer is what the page shows from then on. */
export function useMyDataChange<Input>(send: (input: Input) => Promise<MyDataReply>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (saved) => {
      queries.setQueryData(myDataQuery.queryKey, saved)
      // A stop, or a consent less, changes what other screens show.
      await queries.invalidateQueries({ queryKey: ['me'] })
    },
  })
}
