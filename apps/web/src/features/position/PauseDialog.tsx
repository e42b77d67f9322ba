import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { meQuery } from '../../lib/queries.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

/** Asks before new entries are paused or, without `pauses`, allowed again. */
export function PauseDialog({ pauses, onClose }: { pauses: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async () => api.call('setStop', { body: { on: pauses } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success(pauses ? t`New entries are paused.` : t`New entries are allowed again.`)
    },
    // A pause that is not confirmed must not look like one.
    onError: () =>
      toast.error(
        pauses
          ? t`Not paused. Entries are still on. Try again now.`
          : t`Not resumed. Entries are still paused. Try again now.`,
      ),
  })
  return (
    <ConfirmDialog
      open
      title={pauses ? t`Pause new entries?` : t`Allow new entries again?`}
      confirmLabel={pauses ? t`Pause entries` : t`Resume entries`}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
      onCancel={onClose}
    >
      {pauses
        ? t`Your open trade keeps its stop and exits. You can resume any time.`
        : t`Decisions from now on may open trades in your account again.`}
    </ConfirmDialog>
  )
}
