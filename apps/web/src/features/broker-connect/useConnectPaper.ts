import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { meQuery } from '../../lib/queries.ts'
import { toast } from '../../ui/toasts.tsx'

/** Connects the paper account for the day. */
export function useConnectPaper() {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call('connectPaper', { body: {} }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success(t`Paper account connected.`)
    },
  })
}
