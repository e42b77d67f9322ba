import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { toast } from '../../ui/toasts.tsx'

/** Does one thing for an operator: shows when it failed, and reads everything of the desk again whatever came of it. */
export function useAct<In>(act: (input: In) => Promise<unknown>, onDone: () => void = () => undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (error) => toast.error(errorDetail(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  })
}
