import { useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { PriceAge } from './NetPnl.tsx'
import { contractOf, type Standing } from './position.ts'
import { refusalText } from '../../lib/refusal-text.ts'

interface ExitDialogProps {
  trade: ShownTradeRow
  standing: Standing
  onClose: () => void
}

/** Asks whether to sell the position, with the money it is about. What came of it shows the position. */
export function ExitDialog({ trade, standing: { last, net, at }, onClose }: ExitDialogProps) {
  const { t } = useLingui()
  const exit = useMutation({
    mutationFn: async () => api.call('exitTrade', { params: { trade_id: trade.trade_id }, body: {} }),
    onSuccess: () => {
      onClose()
      toast.success(t`Exit received. The position is being sold.`)
    },
    // An exit that is not confirmed must not look like one.
    onError: (error) => toast.error(refusalText(error) ?? t`Exit not sent. Try again, or exit at your broker.`),
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
      <PriceAge at={at} />
      {result !== undefined && <p className="mt-1">{t`About ${result} after charges at that price.`}</p>}
      <p className="mt-1">{t`Sold at a limit price that follows the market. The result is known when it fills.`}</p>
    </ConfirmDialog>
  )
}
