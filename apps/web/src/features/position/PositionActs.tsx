import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { rupeesText } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ExitDialog } from './ExitDialog.tsx'
import { ExitProgress } from './ExitProgress.tsx'
import { halfOf } from './half.ts'
import { HalfDialog } from './HalfDialog.tsx'
import { isExiting, type Standing } from './position.ts'
import { PriceDialog } from './PriceDialog.tsx'
import { refusalText } from '../../lib/refusal-text.ts'

interface PositionActsProps {
  trade: ShownTradeRow
  standing: Standing
}

/** What the user can do with an open trade. Once its exit is asked for, what became of that stands in its place. */
export function PositionActs({ trade, standing }: PositionActsProps) {
  const [asked, setAsked] = useState<'exit' | 'half' | 'entry' | 'stop' | 'target'>()
  if (isExiting(trade)) return <ExitProgress trade={trade} />
  const close = () => setAsked(undefined)
  const { stop_price: stop, entry_price: entry } = trade
  const isStopBelowEntry = stop != null && stop < entry
  const half = halfOf(trade)
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
      <MoreMenu trade={trade} hasHalf={half !== undefined} onAsk={setAsked} />
      {asked === 'exit' && <ExitDialog trade={trade} standing={standing} onClose={close} />}
      {asked === 'half' && half !== undefined && (
        <HalfDialog trade={trade} half={half} standing={standing} onClose={close} />
      )}
      {asked === 'entry' && <StopToEntryDialog trade={trade} onClose={close} />}
      {(asked === 'stop' || asked === 'target') && (
        <PriceDialog of={asked} trade={trade} standing={standing} onClose={close} />
      )}
    </div>
  )
}

interface MoreMenuProps {
  trade: ShownTradeRow
  /** It has several lots, and none of them is being sold. */
  hasHalf: boolean
  onAsk: (of: 'half' | 'stop' | 'target') => void
}

/** The other acts. None is offered for a stop or a target that the trade does not show. */
function MoreMenu({ trade, hasHalf, onAsk }: MoreMenuProps) {
  const { t } = useLingui()
  const [hasStop, hasTarget] = [trade.stop_price != null, trade.target_price != null]
  if (!hasStop && !hasTarget && !hasHalf) return null
  return (
    <Menu
      trigger={
        <IconButton label={t`More actions`} className="size-11 border border-line-strong">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
    >
      {hasHalf && (
        <MenuItem onClick={() => onAsk('half')}>
          <Trans>Exit half…</Trans>
        </MenuItem>
      )}
      {hasStop && (
        <MenuItem onClick={() => onAsk('stop')}>
          <Trans>Raise stop…</Trans>
        </MenuItem>
      )}
      {hasTarget && (
        <MenuItem onClick={() => onAsk('target')}>
          <Trans>Lower target…</Trans>
        </MenuItem>
      )}
    </Menu>
  )
}

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
