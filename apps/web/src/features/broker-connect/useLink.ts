import { useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { meQuery } from '../../lib/queries.ts'
import { toast } from '../../ui/toasts.tsx'

/**
 * Disconnects a stale token on load, once, where it `releasesStale`, and offers the explicit disconnect. `letGo`: the
 * automatic one happened.
 */
export function useLink(me: Me, releasesStale = true) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [letGo, setLetGo] = useState(false)
  const tried = useRef(false)
  const refresh = async () => queries.invalidateQueries({ queryKey: meQuery.queryKey })

  const automatic = useMutation({
    mutationFn: () => api.call('brokerDisconnect', { body: { user_id: me.uid } }),
    onSuccess: async () => {
      setLetGo(true)
      await refresh()
    },
    onError: (error) => console.warn('the stale token could not be disconnected', error),
  })
  const disconnect = useMutation({
    mutationFn: () => api.call('brokerDisconnect', { body: { user_id: me.uid } }),
    onSuccess: async () => {
      setLetGo(false)
      await refresh()
      toast.success(t`Disconnected successfully.`)
    },
    onError: (error) => {
      const problem = errorDetail(error)
      toast.error(t`Failed to disconnect: ${problem}`)
    },
  })

  const stale = me.zerodha.connected && me.zerodha.token_stale
  const { mutate } = automatic
  useEffect(() => {
    if (!stale || !releasesStale || tried.current) return
    tried.current = true
    mutate()
  }, [stale, releasesStale, mutate])

  return { letGo, disconnect }
}
