import { useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { rupeesText } from '../../lib/format.ts'
import { CancelConfirm } from '../../ui/CancelConfirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ActProblem } from '../../ui/ActProblem.tsx'
import { PriceAge } from './NetPnl.tsx'
import { contractOf, type Standing } from './position.ts'
import { differenceAt, priceRange, priceWithin, type PriceRange } from './price-range.ts'

interface PriceDialogProps {
  of: 'stop' | 'target'
  trade: ShownTradeRow
  standing: Standing
  onClose: () => void
}

/** Asks for a higher stop or a lower target. Only a price between the present two can be sent. */
export function PriceDialog({ of, trade, standing: { last, at }, onClose }: PriceDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const send = useSend(of, trade, onClose)
  const range = priceRange(trade)
  const allowed = useRangeText(range)
  const price = priceWithin(text, range)
  const contract = contractOf(trade)
  const lastText = last === undefined ? undefined : rupeesText(last)
  return (
    <Dialog
      open
      onClose={onClose}
      title={of === 'stop' ? t`Raise the stop of ${contract}` : t`Lower the target of ${contract}`}
      actions={
        <CancelConfirm
          confirmLabel={of === 'stop' ? t`Raise stop` : t`Lower target`}
          form={form}
          busy={send.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (price !== undefined) send.mutate(price)
        }}
      >
        <Field
          label={of === 'stop' ? t`New trigger price, ₹ a unit` : t`New target, ₹ a unit`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          hint={allowed}
          error={isTried && price === undefined ? allowed : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setTried(false)
            send.reset()
          }}
        />
      </form>
      {lastText !== undefined && (
        <p className="mt-2 text-sm">
          {t`Last price ${lastText}.`} <PriceAge at={at} />
        </p>
      )}
      {price !== undefined && <Difference of={of} trade={trade} price={price} />}
      <p className="mt-2 text-sm">
        {of === 'stop'
          ? t`A stop never goes down again. In a fast market it can fill lower.`
          : t`A target never goes up again.`}
      </p>
      <ActProblem error={send.error} />
    </Dialog>
  )
}

function useSend(of: PriceDialogProps['of'], { trade_id }: ShownTradeRow, onClose: () => void) {
  const { t } = useLingui()
  return useMutation({
    mutationFn: async (price: number) =>
      of === 'stop'
        ? api.call('raiseStop', { params: { trade_id }, body: { trigger_price: price } })
        : api.call('lowerTarget', { params: { trade_id }, body: { target_price: price } }),
    onSuccess: () => {
      onClose()
      toast.success(
        of === 'stop'
          ? t`Stop change received. The new stop shows once the broker confirms it.`
          : t`Target change received. The new target shows once it is in force.`,
      )
    },
  })
}

/** Which prices can be sent. */
function useRangeText({ stop, target, tick }: PriceRange): string {
  const { t } = useLingui()
  const [above, below, step] = [stop, target, tick].map((value) => (value === undefined ? '' : rupeesText(value)))
  if (target === undefined) return t`Above ${above}, in steps of ${step}.`
  if (stop === undefined) return t`Below ${below}, in steps of ${step}.`
  return t`Above ${above} and below ${below}, in steps of ${step}.`
}

/** What a sale at the new price brings beside one at the present price: exact, as the charges of neither are in it. */
function Difference({ of, trade, price }: { of: PriceDialogProps['of']; trade: ShownTradeRow; price: number }) {
  const { t } = useLingui()
  const present = of === 'stop' ? trade.stop_price : trade.target_price
  if (typeof present !== 'number') return null
  const amount = rupeesText(Math.abs(differenceAt(price, present, trade.quantity)))
  const at = rupeesText(present)
  return (
    <p className="mt-2 text-sm font-medium text-ink">
      {of === 'stop'
        ? t`Sold there, it brings ${amount} more than at ${at}, before charges.`
        : t`Sold there, it brings ${amount} less than at ${at}, before charges.`}
    </p>
  )
}
