import { useLingui } from '@lingui/react/macro'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { meQuery } from '../../lib/queries.ts'
import { toast } from '../../ui/toasts.tsx'
import { entryOf, type DraftRow } from './draft.ts'
import { usePendingTexts } from './pending-texts.ts'
import { tradeSettingsQuery } from './queries.ts'

/** Saves the rows, once the user has agreed to what they need: consent to automation, and the edge of a live account. */
export function useSaveStrategies(
  rows: readonly DraftRow[],
  settings: TradeSettingsReply,
  onSaved: (saved: TradeSettingsReply) => void,
) {
  const { t } = useLingui()
  const { savedText } = usePendingTexts()
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'consent' | 'edge'>()
  const arms = rows.some((row) => row.autoExecute)
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: (agreed: { consentGiven: boolean; edge_acknowledgement?: string }) =>
      api.call('saveTradeSettings', { body: { strategies: rows.map(entryOf), ...agreed } }),
    onSuccess: async (saved) => {
      queries.setQueryData(tradeSettingsQuery.queryKey, saved)
      onSaved(saved)
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      const pending = saved.pending.filter(({ symbol }) => symbol !== null)
      toast.success(savedText(t`Trade settings saved.`, pending))
    },
  })

  /** Consent is settled; a live account that is to be armed may take a sentence too. */
  const agreed = (consentGiven: boolean) => {
    if (arms && settings.live_edge === 'unacknowledged') setAsking('edge')
    else mutate({ consentGiven })
  }
  return {
    isPending,
    isError,
    error,
    /** What the user is asked to agree to. */
    asking,
    save: () => {
      if (!settings.consentGiven && arms) setAsking('consent')
      else agreed(settings.consentGiven)
    },
    consent: () => {
      setAsking(undefined)
      agreed(true)
    },
    acknowledge: (sentence: string) => {
      setAsking(undefined)
      mutate({ consentGiven: true, edge_acknowledgement: sentence })
    },
    cancel: () => setAsking(undefined),
  }
}
