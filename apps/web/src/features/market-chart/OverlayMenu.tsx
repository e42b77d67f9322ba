import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChartSpline } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { setOverlay, useOverlays } from './overlay-choice.ts'
import { OVERLAYS, type Overlay } from './overlays.ts'

const TITLES: Readonly<Record<Overlay, MessageDescriptor>> = {
  ema: msg`EMA 9 and 21`,
  average: msg`Average since the open (TWAP)`,
  supertrend: msg`Supertrend 10, 3`,
  bollinger: msg`Bollinger bands 20, 2`,
  walls: msg`Open-interest walls`,
}

/** What is drawn over the candles. `walls`: the plan shows the option chain of this index. */
export function OverlayMenu({ walls }: { walls: boolean }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const chosen = useOverlays()
  const offered = OVERLAYS.filter((overlay) => overlay !== 'walls' || walls)
  const count = offered.filter((overlay) => chosen.has(overlay)).length
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={t`Indicators`}
      trigger={
        <Button tone="secondary" size="sm">
          <ChartSpline aria-hidden="true" />
          {count === 0 ? t`Indicators` : t`Indicators (${count})`}
        </Button>
      }
    >
      <div className="space-y-3 p-4">
        {offered.map((overlay) => (
          <Checkbox key={overlay} checked={chosen.has(overlay)} onChange={(on) => setOverlay(overlay, on)}>
            {t(TITLES[overlay])}
          </Checkbox>
        ))}
        <p className="text-xs text-ink-3">
          <Trans>Computed over the candles you see. The agents read five-minute candles.</Trans>
        </p>
      </div>
    </Popover>
  )
}
