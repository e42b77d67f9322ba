import { useLingui } from '@lingui/react/macro'
import { priceText } from '../../lib/format.ts'
import { useTheme } from '../../lib/theme.ts'
import { CHART_COLOURS } from './chart-colours.ts'
import type { OverlayLine } from './overlays.ts'

/** What each line over the candles is, with its newest value; the dash shows how it is drawn. */
export function OverlayLegend({ lines }: { lines: readonly OverlayLine[] }) {
  const { t } = useLingui()
  const { overlays } = CHART_COLOURS[useTheme()]
  const names: Readonly<Record<OverlayLine['id'], string>> = {
    ema_fast: t`EMA 9`,
    ema_slow: t`EMA 21`,
    average: t`TWAP`,
    supertrend: t`Supertrend`,
    bollinger_upper: t`Upper band`,
    bollinger_lower: t`Lower band`,
  }
  if (lines.length === 0) return null
  return (
    <ul aria-label={t`Indicators`} className="flex flex-wrap gap-x-4 gap-y-1 px-4 pt-2 text-xs text-ink-2">
      {lines.map(({ id, points }) => {
        const last = points.at(-1)
        return (
          <li key={id} className="flex items-center gap-1.5 tabular-nums">
            <svg aria-hidden="true" viewBox="0 0 18 4" className="h-1 w-4.5">
              <line
                x1="0"
                y1="2"
                x2="18"
                y2="2"
                stroke={overlays[id].colour}
                strokeWidth="2"
                strokeDasharray={DASHES[overlays[id].style]}
              />
            </svg>
            {names[id]} {last === undefined ? '–' : priceText(last.value)}
          </li>
        )
      })}
    </ul>
  )
}

const DASHES = { solid: undefined, dotted: '2 2', dashed: '5 3' } as const
