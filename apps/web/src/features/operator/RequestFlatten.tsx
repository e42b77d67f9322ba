import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAct } from './useAct.ts'

const MIN_REASON = 3

/** Asks for the exit of all trades of one account, or of all (`userId` null). Nothing is exited before it is confirmed. */
export function RequestFlatten({ userId }: { userId: string | null }) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const request = useAct(
    () => api.call('requestFlatten', { body: { user_id: userId, reason: reason.trim() } }),
    () => {
      setReason('')
      toast.success(t`Requested. A second operator confirms it under Today.`)
    },
  )
  return (
    <Card aria-labelledby="request-flatten-title" className="p-5">
      <h2 id="request-flatten-title" className="font-semibold">
        {userId === null ? <Trans>Flatten all accounts</Trans> : <Trans>Flatten this account</Trans>}
      </h2>
      <p className="mt-2 text-sm text-ink-2">
        <Trans>
          Stops new entries and exits every live trade. A second operator confirms it; if none does within a minute, you
          can with a code.
        </Trans>
      </p>
      <Field
        className="mt-3"
        label={t`Reason to flatten`}
        value={reason}
        maxLength={200}
        required
        onChange={(event) => setReason(event.target.value)}
      />
      <Button
        className="mt-3 min-h-11"
        tone="danger"
        busy={request.isPending}
        disabled={reason.trim().length < MIN_REASON}
        onClick={() => request.mutate()}
      >
        <Trans>Request flatten</Trans>
      </Button>
    </Card>
  )
}
