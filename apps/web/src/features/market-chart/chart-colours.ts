import type { Theme } from '../../lib/theme.ts'
import type { OverlayLineId } from './overlays.ts'

/** What a line or a mark on a chart stands for. */
export type ChartTone = 'entry' | 'stop' | 'target' | 'level' | 'paper' | 'live'

/** How a line over the candles is drawn: in shape as well as in colour. */
interface OverlayStyle {
  readonly colour: string
  readonly style: 'solid' | 'dotted' | 'dashed'
}

/*
 * Hues of Okabe and Ito's palette (https://jfly.uni-koeln.de/color/), which differ for every kind of colour blindness,
 * darker or lighter for the ground.
 */
const overlayStyles = (orange: string, blue: string, purple: string, green: string, grey: string) =>
  ({
    ema_fast: { colour: orange, style: 'solid' },
    ema_slow: { colour: blue, style: 'solid' },
    average: { colour: purple, style: 'dashed' },
    supertrend: { colour: green, style: 'dotted' },
    bollinger_upper: { colour: grey, style: 'solid' },
    bollinger_lower: { colour: grey, style: 'solid' },
  }) as const satisfies Record<OverlayLineId, OverlayStyle>

/** The charts' own colours: their parser knows no oklch. They follow the tokens of `styles/tokens.css` by name. */
export const CHART_COLOURS = {
  light: {
    up: '#1aa567',
    down: '#e5484d',
    grid: '#eef0f5',
    text: '#5c6270',
    line: '#c9cdd8',
    ground: '#ffffff',
    overlays: overlayStyles('#b87400', '#0072b2', '#a34a7f', '#007a59', '#7a8090'),
    tones: {
      entry: '#4546d4',
      stop: '#c62a33',
      target: '#12784a',
      level: '#5c6270',
      paper: '#1f6fb2',
      live: '#b3261e',
    },
  },
  dark: {
    up: '#2fbf7f',
    down: '#f2555a',
    grid: '#20242f',
    // untranslated: a colour
    text: '#979dab',
    line: '#3a4050',
    ground: '#13151c',
    overlays: overlayStyles('#e69f00', '#56b4e9', '#d993bd', '#2fc39a', '#8a90a0'),
    tones: {
      entry: '#a9adff',
      stop: '#ff8a8c',
      target: '#6fdcab',
      level: '#979dab',
      paper: '#7cc0f5',
      live: '#ff8f86',
    },
  },
} as const satisfies Record<Theme, { tones: Record<ChartTone, string> } & Record<string, unknown>>
