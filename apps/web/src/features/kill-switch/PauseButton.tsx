import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { meQuery } from '../../lib/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

interface PauseButtonProps {
  /** New entries are paused. */
  paused: boolean
  /** No entry is made today whatever this switch shows. */
  locked: boolean
}

/** The user's own switch: no new entries while it is on; exits always pass. Asks before it changes anything. */
export function PauseButton({ paused, locked }: PauseButtonProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (on: boolean) => api.call('setStop', { body: { on } }),
    onSuccess: async ({ user }) => {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success(user ? t`New entries are paused.` : t`New entries are allowed again.`)
    },
    // A pause that is not confirmed must not look like one.
    onError: (_, on) =>
      toast.error(
        on
          ? t`Not paused. Entries are still on. Try again now.`
          : t`Not resumed. Entries are still paused. Try again now.`,
      ),
  })
  const press = paused ? t`Resume entries` : t`Pause entries`
  if (locked && !paused)
    return (
      <Badge tone="down" icon={<Lock aria-hidden="true" />}>
        <Trans>No more entries today</Trans>
      </Badge>
    )
  return (
    <>
      <Button
        tone={paused ? 'secondary' : 'warn'}
        size="sm"
        aria-pressed={paused}
        aria-label={press}
        onClick={() => setAsking(true)}
      >
        {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        <span aria-hidden="true" className="max-sm:hidden">
          {press}
        </span>
      </Button>
      <ConfirmDialog
        open={asking}
        title={paused ? t`Allow new entries again?` : t`Pause new entries?`}
        confirmLabel={press}
        tone="primary"
        busy={change.isPending}
        onConfirm={() => change.mutate(!paused)}
        onCancel={() => setAsking(false)}
      >
        {paused
          ? t`Decisions from now on may open trades in your account again.`
          : t`Your open trade keeps its stop and exits. You can resume any time.`}
      </ConfirmDialog>
    </>
  )
}
