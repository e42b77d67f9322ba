import { IST_OFFSET_MS } from '@strikewise/domain/time/ist.ts'
import type { Bar as IndicatorBar } from '@strikewise/signals/indicators/bar.ts'
import { Bollinger } from '@strikewise/signals/indicators/bollinger.ts'
import { Ema } from '@strikewise/signals/indicators/ema.ts'
import { Supertrend } from '@strikewise/signals/indicators/supertrend.ts'
import { Vwap } from '@strikewise/signals/indicators/vwap.ts'
import { FAST_EMA_BARS, SLOW_EMA_BARS } from '@strikewise/signals/agents/five-minute-indicators.ts'
import { DAY_MS } from '@strikewise/domain/time/ist.ts'
import type { Bar } from './bars.ts'

/** Indicators that the agents read, to be drawn over the candles of an index. */
export const OVERLAYS = ['ema', 'average', 'supertrend', 'bollinger', 'walls'] as const
export type Overlay = (typeof OVERLAYS)[number]

export type OverlayLineId = 'ema_fast' | 'ema_slow' | 'average' | 'supertrend' | 'bollinger_upper' | 'bollinger_lower'

export interface OverlayPoint {
  /** Start of the bar, epoch ms. */
  readonly time: number
  /** Index points. */
  readonly value: number
}

export interface OverlayLine {
  readonly id: OverlayLineId
  readonly points: readonly OverlayPoint[]
}

/** An indicator that is fed bar by bar, and what it shows after each; NaN until it is warm. */
interface Source {
  readonly push: (bar: IndicatorBar) => void
  readonly lines: readonly { readonly id: OverlayLineId; readonly value: () => number }[]
}

/** With the agents' periods, over the bars that are drawn: the agents themselves read bars of five minutes. */
const SOURCES: Readonly<Record<Exclude<Overlay, 'walls'>, () => Source>> = {
  ema: () => {
    const [fast, slow] = [new Ema(FAST_EMA_BARS), new Ema(SLOW_EMA_BARS)]
    return {
      push: ({ close }) => {
        fast.push(close)
        slow.push(close)
      },
      lines: [
        { id: 'ema_fast', value: () => fast.value },
        { id: 'ema_slow', value: () => slow.value },
      ],
    }
  },
  // An index has no volume: each bar counts alike.
  average: () => {
    const average = new Vwap()
    return { push: (bar) => average.pushEqual(bar), lines: [{ id: 'average', value: () => average.value }] }
  },
  supertrend: () => {
    const trend = new Supertrend()
    return { push: (bar) => trend.push(bar), lines: [{ id: 'supertrend', value: () => trend.value }] }
  },
  bollinger: () => {
    const bands = new Bollinger()
    return {
      push: ({ close }) => bands.push(close),
      lines: [
        { id: 'bollinger_upper', value: () => (bands.ready ? bands.upper : Number.NaN) },
        { id: 'bollinger_lower', value: () => (bands.ready ? bands.lower : Number.NaN) },
      ],
    }
  },
}

const dayOf = (time: number) => Math.floor((time + IST_OFFSET_MS) / DAY_MS)

/** The lines of the chosen indicators over `bars`, oldest first; a line begins where its indicator is warm. */
export function overlayLines(bars: readonly Bar[], chosen: ReadonlySet<Overlay>): OverlayLine[] {
  return OVERLAYS.flatMap((overlay) => {
    if (overlay === 'walls' || !chosen.has(overlay)) return []
    const { push, lines } = SOURCES[overlay]()
    const drawn = lines.map(({ id, value }) => ({ id, value, points: [] as OverlayPoint[] }))
    for (const [i, bar] of bars.entries()) {
      push({ ...bar, volume: 0, sessionStart: i === 0 || dayOf(bar.time) !== dayOf(bars[i - 1]!.time) })
      for (const { value, points } of drawn) {
        const now = value()
        if (!Number.isNaN(now)) points.push({ time: bar.time, value: now })
      }
    }
    return drawn.map(({ id, points }) => ({ id, points }))
  })
}
