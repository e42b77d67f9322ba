import type { Theme } from '../../lib/theme.ts'

/** What a line or a mark on a chart stands for. */
export type ChartTone = 'entry' | 'stop' | 'target' | 'level' | 'paper' | 'live'

/** The charts' own colours: their parser knows no oklch. They follow the tokens of `styles/tokens.css` by name. */
export const CHART_COLOURS = {
  light: {
    up: '#1aa567',
    down: '#e5484d',
    grid: '#eef0f5',
    text: '#5c6270',
    line: '#c9cdd8',
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
