import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@strikewise/wire/api-error.ts'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ExitProgress } from './ExitProgress.tsx'
import { contractOf, type Standing } from './position.ts'

interface PositionActsProps {
  trade: ShownTradeRow
  standing: Standing
}

/** What the user can do with an open trade. Once its exit is asked for, what became of that stands in its place. */
export function PositionActs({ trade, standing }: PositionActsProps) {
  const [asked, setAsked] = useState<'exit' | 'stop'>()
  const isExiting = trade.exit != null || trade.instructions?.some(({ kind }) => kind === 'exit') === true
  if (isExiting) return <ExitProgress trade={trade} />
  const close = () => setAsked(undefined)
  const { stop_price: stop, entry_price: entry } = trade
  const isStopBelowEntry = stop != null && stop < entry
  return (
    <div className="flex flex-wrap gap-2">
      {isStopBelowEntry && (
        <Button tone="secondary" className="min-h-11 flex-1 sm:flex-none" onClick={() => setAsked('stop')}>
          <Trans>Move stop to entry</Trans>
        </Button>
      )}
      <Button tone="danger" className="min-h-11 flex-1 sm:flex-none" onClick={() => setAsked('exit')}>
        <Trans>Exit now</Trans>
      </Button>
      {asked === 'exit' && <ExitDialog trade={trade} standing={standing} onClose={close} />}
      {asked === 'stop' && <StopToEntryDialog trade={trade} onClose={close} />}
    </div>
  )
}

function ExitDialog({ trade, standing: { last, net }, onClose }: PositionActsProps & { onClose: () => void }) {
  const { t } = useLingui()
  const exit = useMutation({
    mutationFn: async () => api.call('exitTrade', { params: { trade_id: trade.trade_id }, body: {} }),
    onSuccess: () => {
      onClose()
      toast.success(t`Exit received. The position is being sold.`)
    },
    // An exit that is not confirmed must not look like one.
    onError: (error) => toast.error(wordsOf(error) ?? t`Exit not sent. Try again, or exit at your broker.`),
  })
  const contract = contractOf(trade)
  const { quantity } = trade
  const price = last === undefined ? undefined : rupeesText(last)
  const result = net === undefined ? undefined : signedRupeesText(net)
  return (
    <ConfirmDialog
      open
      title={t`Exit ${contract}?`}
      tone="danger"
      confirmLabel={t`Exit now`}
      busy={exit.isPending}
      onConfirm={() => exit.mutate()}
      onCancel={onClose}
    >
      <p>{price === undefined ? t`${quantity} units. No price yet.` : t`${quantity} units, last price ${price}.`}</p>
      {result !== undefined && <p className="mt-1">{t`About ${result} after charges at that price.`}</p>}
      <p className="mt-1">{t`Sold at a limit price that follows the market. The result is known when it fills.`}</p>
    </ConfirmDialog>
  )
}

function StopToEntryDialog({ trade, onClose }: { trade: ShownTradeRow; onClose: () => void }) {
  const { t } = useLingui()
  const raise = useMutation({
    mutationFn: async () => api.call('raiseStop', { params: { trade_id: trade.trade_id }, body: { to: 'entry' } }),
    onSuccess: () => {
      onClose()
      toast.success(t`Stop change received. The new stop shows once the broker confirms it.`)
    },
    onError: (error) => toast.error(wordsOf(error) ?? t`Stop not moved. It stays where it is.`),
  })
  const entry = rupeesText(trade.entry_price)
  return (
    <ConfirmDialog
      open
      title={t`Move the stop to your entry price?`}
      confirmLabel={t`Move stop`}
      busy={raise.isPending}
      onConfirm={() => raise.mutate()}
      onCancel={onClose}
    >
      {t`The stop's trigger goes up to ${entry} and never down again. In a fast market it can fill lower.`}
    </ConfirmDialog>
  )
}

/** What the server says of a refusal; undefined: it did not answer. */
function wordsOf(error: Error): string | undefined {
  return error instanceof ApiError && error.status < 500 ? error.message : undefined
}
