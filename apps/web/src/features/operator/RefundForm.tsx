import { Trans, useLingui } from '@lingui/react/macro'
import { FULL_REFUND_DAYS, type RefundBasis } from '@strikewise/plans/refund.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAct } from './useAct.ts'

/** Pays one payment back. The server shows how much that is, and whether it still can be. */
export function RefundForm({ paymentId }: { paymentId: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [basis, setBasis] = useState<RefundBasis>('unused')
  const [reason, setReason] = useState('')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const pay = useAct(async () => {
    const { status } = await api.call('refundPayment', {
      body: { payment_id: paymentId, basis, reason: reason.trim() },
      idempotencyKey: key,
    })
    if (status === 'needs_approval')
      toast.info(t`Nothing is refunded yet: a second operator decides it under Approvals.`)
    // A request that was rejected or withdrawn can be made again: under the old key the server would answer with the first.
    setKey(crypto.randomUUID())
    setOpen(false)
  })
  if (!open)
    return (
      <Button tone="quiet" size="sm" onClick={() => setOpen(true)}>
        <Trans>Pay back…</Trans>
      </Button>
    )
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={t`How much`}
        value={basis}
        onChange={(event) => setBasis(event.target.value === 'full' ? 'full' : 'unused')}
      >
        <option value="unused">{t`The unused days`}</option>
        <option value="full">{t`All, within ${FULL_REFUND_DAYS} days`}</option>
      </SelectField>
      <Field
        className="min-w-40 flex-1"
        label={t`Reason`}
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button tone="danger" busy={pay.isPending} disabled={reason.trim().length < 3} onClick={() => pay.mutate()}>
        <Trans>Pay back and end what it bought</Trans>
      </Button>
      <p className="w-full text-xs text-ink-3">
        <Trans>
          Never while the buyer’s bank is taking the money back (a chargeback): it would be paid twice. Answer that at
          the payment provider, and pay back here only once it is decided for us.
        </Trans>
      </p>
    </div>
  )
}
