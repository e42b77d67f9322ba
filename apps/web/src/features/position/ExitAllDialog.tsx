import { useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useEffect } from 'react'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ActProblem } from '../../ui/ActProblem.tsx'
import type { Standing } from './position.ts'
import { TradesToExit } from './TradesToExit.tsx'
import { useExitAll } from './useExitAll.ts'

interface ExitAllDialogProps {
  trades: readonly ShownTradeRow[]
  standingOf: (trade: ShownTradeRow) => Standing
  onClose: () => void
}

/** Asks before entries are paused and all trades exited. Without an open trade it only shows that there is none. */
export function ExitAllDialog({ trades, standingOf, onClose }: ExitAllDialogProps) {
  const { t } = useLingui()
  const exitAll = useExitAll(trades)
  const isEmpty = trades.length === 0
  useEffect(() => {
    if (!isEmpty) return
    toast.info(t`No trade is open.`)
    onClose()
  }, [isEmpty, onClose, t])
  if (isEmpty) return null
  return (
    <ConfirmDialog
      open
      title={t`Pause entries and exit all trades?`}
      tone="danger"
      confirmLabel={t`Pause and exit all`}
      busy={exitAll.isPending}
      onConfirm={() => exitAll.mutate()}
      onCancel={onClose}
    >
      <TradesToExit trades={trades} standingOf={standingOf} />
      <ActProblem error={exitAll.error} />
    </ConfirmDialog>
  )
}
