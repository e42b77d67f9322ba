import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { later } from '../../lib/later.ts'
import { rupeesText } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Pressed } from '../../ui/Pressed.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ExitDialog } from './ExitDialog.tsx'
import { ExitProgress } from './ExitProgress.tsx'
import { halfOf } from './half.ts'
import { isExiting, type Standing } from './position.ts'
import { refusalText } from '../../lib/refusal-text.ts'

const moreActs = later(async () => (await import('./MoreActs.tsx')).MoreActs)

interface PositionActsProps {
  trade: ShownTradeRow
  standing: Standing
}

/** What the user can do with an open trade. Once its exit is asked for, what became of that stands in its place. */
export function PositionActs({ trade, standing }: PositionActsProps) {
  const [asked, setAsked] = useState<'exit' | 'entry'>()
  if (isExiting(trade)) return <ExitProgress trade={trade} />
  const close = () => setAsked(undefined)
  const { stop_price: stop, entry_price: entry } = trade
  const isStopBelowEntry = stop != null && stop < entry
  return (
    <div className="flex gap-2">
      {isStopBelowEntry && (
        <Button tone="secondary" className="min-h-11 flex-1 max-sm:px-2 sm:flex-none" onClick={() => setAsked('entry')}>
          <Trans>Move stop to entry</Trans>
        </Button>
      )}
      <Button tone="danger" className="min-h-11 flex-1 sm:flex-none" onClick={() => setAsked('exit')}>
        <Trans>Exit now</Trans>
      </Button>
      <MoreMenu trade={trade} standing={standing} />
      {asked === 'exit' && <ExitDialog trade={trade} standing={standing} onClose={close} />}
      {asked === 'entry' && <StopToEntryDialog trade={trade} onClose={close} />}
    </div>
  )
}

/** The other acts. None is offered for a stop or a target that the trade does not show. */
function MoreMenu({ trade, standing }: PositionActsProps) {
  const { t } = useLingui()
  if (!hasMoreActs(trade)) return null
  const trigger = (
    <IconButton label={t`More actions`} className="size-11 border border-line-strong">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <Pressed trigger={trigger} popup="menu" opens={moreActs}>
      {(Acts) => <Acts trigger={trigger} trade={trade} standing={standing} />}
    </Pressed>
  )
}

/** Whether it has a stop or a target to move, or several lots of which none is being sold. */
const hasMoreActs = (trade: ShownTradeRow) =>
  trade.stop_price != null || trade.target_price != null || halfOf(trade) !== undefined

function StopToEntryDialog({ trade, onClose }: { trade: ShownTradeRow; onClose: () => void }) {
  const { t } = useLingui()
  const raise = useMutation({
    mutationFn: async () => api.call('raiseStop', { params: { trade_id: trade.trade_id }, body: { to: 'entry' } }),
    onSuccess: () => {
      onClose()
      toast.success(t`Stop change received. The new stop shows once the broker confirms it.`)
    },
    onError: (error) => toast.error(refusalText(error) ?? t`Stop not moved. It stays where it is.`),
  })
  const entry = rupeesText(trade.entry_price)
  return (
    <ConfirmDialog
      open
      title={t`Move the stop to your entry price?`}
      confirmLabel={t`Move stop`}
      busy={raise.isPending}
      onConfirm={() => raise.mutate()}
      onCancel={onClose}
    >
      {t`The stop's trigger goes up to ${entry} and never down again. In a fast market it can fill lower.`}
    </ConfirmDialog>
  )
}
