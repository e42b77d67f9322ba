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
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (on: boolean) => api.call('setStop', { body: { on } }),
    onSuccess: async ({ user }) => {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success(user ? 'New entries are stopped.' : 'New entries are allowed again.')
    },
    // A stop that is not confirmed must not look like one.
    onError: () => toast.error('The stop switch was not changed. Try again at once.'),
  })
  return (
    <>
      <Button
        tone={stopped ? 'secondary' : 'danger-quiet'}
        size="sm"
        aria-pressed={stopped}
        aria-label={stopped ? 'Resume entries' : 'Stop trading'}
        onClick={() => setAsking(true)}
      >
        {stopped ? <Play aria-hidden="true" /> : <OctagonX aria-hidden="true" />}
        <span aria-hidden="true" className="max-sm:hidden">
          {stopped ? 'Resume entries' : 'Stop trading'}
        </span>
      </Button>
      <ConfirmDialog
        open={asking}
        title={stopped ? 'Allow new entries again?' : 'Stop all new entries?'}
        confirmLabel={stopped ? 'Resume entries' : 'Stop trading'}
        tone={stopped ? 'primary' : 'danger'}
        busy={change.isPending}
        onConfirm={() => change.mutate(!stopped)}
        onCancel={() => setAsking(false)}
      >
        {stopped
          ? 'Decisions from now on may open trades in your account again.'
          : 'No new trade is opened in your account until you resume. Open positions keep their protective stops and exits.'}
      </ConfirmDialog>
    </>
  )
}
