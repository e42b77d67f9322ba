import { Trans } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useState, type ReactElement } from 'react'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { halfOf } from './half.ts'
import { HalfDialog } from './HalfDialog.tsx'
import type { Standing } from './position.ts'
import { PriceDialog } from './PriceDialog.tsx'

interface MoreActsProps {
  trigger: ReactElement
  trade: ShownTradeRow
  standing: Standing
}

/** The list of the acts beside "Exit now", and the dialog of the one that was chosen. */
export function MoreActs({ trigger, trade, standing }: MoreActsProps) {
  const [asked, setAsked] = useState<'half' | 'stop' | 'target'>()
  const close = () => setAsked(undefined)
  const half = halfOf(trade)
  return (
    <>
      <Menu trigger={trigger}>
        {half !== undefined && (
          <MenuItem onClick={() => setAsked('half')}>
            <Trans>Exit half…</Trans>
          </MenuItem>
        )}
        {trade.stop_price != null && (
          <MenuItem onClick={() => setAsked('stop')}>
            <Trans>Raise stop…</Trans>
          </MenuItem>
        )}
        {trade.target_price != null && (
          <MenuItem onClick={() => setAsked('target')}>
            <Trans>Lower target…</Trans>
          </MenuItem>
        )}
      </Menu>
      {asked === 'half' && half !== undefined && (
        <HalfDialog trade={trade} half={half} standing={standing} onClose={close} />
      )}
      {(asked === 'stop' || asked === 'target') && (
        <PriceDialog of={asked} trade={trade} standing={standing} onClose={close} />
      )}
    </>
  )
}
