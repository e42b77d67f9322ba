import type { Bar } from '../bar.ts'

/** Fixture F1 of the signals reference §7: 120 bars of one session. */
export function fixtureF1(): Bar[] {
  const bars: Bar[] = []
  let open = 25_000
  for (let i = 0; i < 120; i += 1) {
    const raw = 25_000 + 60 * Math.sin(i / 5) + 25 * Math.sin(i / 1.7) + 2 * i
    const close = Math.round(raw * 20) / 20
    bars.push({
      open,
      close,
      high: Math.max(open, close) + 3 + 2 * ((7 * i) % 5),
      low: Math.min(open, close) - 3 - 2 * ((11 * i) % 5),
      volume: 1000 + 100 * ((13 * i) % 17),
      sessionStart: i === 0,
    })
    open = close
  }
  return bars
}
