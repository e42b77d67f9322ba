import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { meQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CancelConfirm } from '../../ui/CancelConfirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ActProblem } from '../../ui/ActProblem.tsx'
import type { Standing } from './position.ts'
import { TradesToExit } from './TradesToExit.tsx'
import { useExitAll } from './useExitAll.ts'

interface PauseDialogProps {
  pauses: boolean
  trades: readonly ShownTradeRow[]
  standingOf: (trade: ShownTradeRow) => Standing
  onClose: () => void
}

/** Asks before new entries are paused or, without `pauses`, allowed again. In a trade it offers to exit as well. */
export function PauseDialog({ pauses, trades, standingOf, onClose }: PauseDialogProps) {
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
  const exitAll = useExitAll(trades)
  const canExit = pauses && trades.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={pauses ? t`Pause new entries?` : t`Allow new entries again?`}
      actions={
        <>
          <CancelConfirm
            confirmLabel={!pauses ? t`Resume entries` : canExit ? t`Pause new entries` : t`Pause entries`}
            busy={change.isPending}
            onConfirm={() => change.mutate()}
            onCancel={onClose}
          />
          {canExit && (
            <Button tone="danger" busy={exitAll.isPending} onClick={() => exitAll.mutate()}>
              <Trans>Pause and exit all</Trans>
            </Button>
          )}
        </>
      }
    >
      {pauses
        ? t`Your open trade keeps its stop and exits. You can resume any time.`
        : t`Decisions from now on may open trades in your account again.`}
      {canExit && (
        <>
          <p className="mt-3">
            <Trans>Or pause and exit all now:</Trans>
          </p>
          <TradesToExit trades={trades} standingOf={standingOf} />
          <ActProblem error={exitAll.error} />
        </>
      )}
    </Dialog>
  )
}
