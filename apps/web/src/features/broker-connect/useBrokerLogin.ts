import { useLingui } from '@lingui/react/macro'
import type { BrokerLinkState } from '@strikewise/wire/account.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { broker } from '../../lib/broker.ts'
import { errorDetail } from '../../messages/error-detail.ts'

/** Opens the broker's login page, with the user's key and a one-time state, in a tab of its own. */
export function useBrokerLogin(link: Pick<BrokerLinkState, 'api_key_set' | 'broker_user_id'>) {
  const { t } = useLingui()
  const [problem, setProblem] = useState<string>()
  const open = useMutation({
    mutationFn: async (tab: Window | null) => {
      try {
        const { url } = await api.call('brokerLoginLink')
        if (tab === null) window.location.assign(url)
        else tab.location.replace(url)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onError: (error) => setProblem(errorDetail(error)),
  })
  const press = () => {
    if (!link.api_key_set) {
      setProblem(t`Enter API Key first.`)
      return
    }
    setProblem(undefined)
    // Opened now, while the press still counts as one: a tab opened after the answer would be blocked as a popup.
    const tab = window.open('about:blank', '_blank')
    if (tab !== null) {
      tab.opener = null
      // The first link may ask here who is there, and the new tab is in front.
      if (link.broker_user_id === null)
        tab.document.body.textContent = t`Opening ${broker}… If nothing happens, go back to the previous tab.`
    }
    open.mutate(tab)
  }
  return { press, problem, isPending: open.isPending }
}
