import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { netOfSale, type Half } from './half.ts'
import { PriceAge } from './NetPnl.tsx'
import { contractOf, type Standing } from './position.ts'
import { refusalText } from '../../lib/refusal-text.ts'

interface HalfDialogProps {
  trade: ShownTradeRow
  half: Half
  standing: Standing
  onClose: () => void
}

/** Asks whether to sell half of the position: what goes, what stays, and the money it is about. */
export function HalfDialog({ trade, half, standing: { last, at }, onClose }: HalfDialogProps) {
  const { t } = useLingui()
  const { keepLots, sellLots, sold, remaining } = half
  const reduce = useMutation({
    mutationFn: async () =>
      api.call('reduceTrade', { params: { trade_id: trade.trade_id }, body: { keep_lots: keepLots } }),
    onSuccess: () => {
      onClose()
      toast.success(t`Part exit received. The rest stays under its stop.`)
    },
    onError: (error) => toast.error(refusalText(error) ?? t`Part exit not sent. Try again, or sell at your broker.`),
  })
  const contract = contractOf(trade)
  const net = last === undefined ? undefined : netOfSale(trade, sold, last)
  const price = last === undefined ? undefined : rupeesText(last)
  const result = net === undefined ? undefined : signedRupeesText(net)
  return (
    <ConfirmDialog
      open
      title={t`Exit half of ${contract}?`}
      tone="danger"
      confirmLabel={t`Exit half`}
      busy={reduce.isPending}
      onConfirm={() => reduce.mutate()}
      onCancel={onClose}
    >
      <p>
        <Trans>
          Sells <Plural value={sellLots} one="# lot" other="# lots" /> ({sold} units).
        </Trans>{' '}
        <Trans>
          <Plural value={keepLots} one="# lot" other="# lots" /> ({remaining} units) stay under the stop.
        </Trans>
      </p>
      <p className="mt-1">{price === undefined ? t`No price yet.` : t`Last price ${price}.`}</p>
      <PriceAge at={at} />
      {result !== undefined && <p className="mt-1">{t`About ${result} after charges for the part at that price.`}</p>}
      <p className="mt-1">{t`Sold at a limit price that follows the market. Units that are not sold go back under the stop.`}</p>
    </ConfirmDialog>
  )
}
