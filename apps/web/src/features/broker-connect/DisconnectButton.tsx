import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'

interface DisconnectButtonProps {
  uid: string
  disconnect: { isPending: boolean; mutate: () => void }
}

/** Ends the link; with an open trade it asks first and shows what happens to the trade. */
export function DisconnectButton({ uid, disconnect }: DisconnectButtonProps) {
  const { t } = useLingui()
  const date = useMarketToday()
  const [asking, setAsking] = useState<'open' | 'unknown'>()
  const openTrades = useMutation({
    mutationFn: () => api.call('userActiveTrades', { query: { uid, date } }),
    onSuccess: (trades) => (trades.length === 0 ? disconnect.mutate() : setAsking('open')),
    onError: () => setAsking('unknown'),
  })
  return (
    <>
      <Button
        tone="danger-quiet"
        busy={openTrades.isPending || disconnect.isPending}
        onClick={() => openTrades.mutate()}
      >
        <Unplug aria-hidden="true" />
        <Trans>Disconnect</Trans>
      </Button>
      <ConfirmDialog
        open={asking !== undefined}
        title={asking === 'unknown' ? t`Couldn’t load your open trades` : t`Disconnect with an open trade?`}
        confirmLabel={t`Disconnect`}
        cancelLabel={t`Stay connected`}
        tone="danger"
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined)
          disconnect.mutate()
        }}
      >
        <ul className="list-disc space-y-1 pl-5">
          <li>
            <Trans>The stop-loss order of an open trade stays active at the exchange.</Trans>
          </li>
          <li>
            <Trans>Target, trailing stop and square-off still work until your login expires.</Trans>
          </li>
          <li>
            <Trans>No new trade is entered until you connect again.</Trans>
          </li>
        </ul>
      </ConfirmDialog>
    </>
  )
}
