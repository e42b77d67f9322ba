import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { OctagonX, Play } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { meQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

/** The user's own stop switch: no new entries while it is on; exits always pass. Asks before it changes anything. */
export function StopButton({ stopped }: { stopped: boolean }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (on: boolean) => api.call('setStop', { body: { on } }),
    onSuccess: async ({ user }) => {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success(user ? t`New entries are stopped.` : t`New entries are allowed again.`)
    },
    // A stop that is not confirmed must not look like one.
    onError: () => toast.error(t`The stop switch was not changed. Try again at once.`),
  })
  const press = stopped ? t`Resume entries` : t`Stop trading`
  return (
    <>
      <Button
        tone={stopped ? 'secondary' : 'danger-quiet'}
        size="sm"
        aria-pressed={stopped}
        aria-label={press}
        onClick={() => setAsking(true)}
      >
        {stopped ? <Play aria-hidden="true" /> : <OctagonX aria-hidden="true" />}
        <span aria-hidden="true" className="max-sm:hidden">
          {press}
        </span>
      </Button>
      <ConfirmDialog
        open={asking}
        title={stopped ? t`Allow new entries again?` : t`Stop all new entries?`}
        confirmLabel={press}
        tone={stopped ? 'primary' : 'danger'}
        busy={change.isPending}
        onConfirm={() => change.mutate(!stopped)}
        onCancel={() => setAsking(false)}
      >
        {stopped
          ? t`Decisions from now on may open trades in your account again.`
          : t`No new trade is opened in your account until you resume. Open positions keep their protective stops and exits.`}
      </ConfirmDialog>
    </>
  )
}
