import { emptyBar, type Bar } from '@strikewise/signals/indicators/bar.ts'

const FIRST_PRICE = 25_000

/**
 * Minutes that wander, the same on every machine, in one endless session: peers know no other. Highs and lows are on no
 * tick, so that a bar never moves as far up as down: `trading-signals` counts both movements then, the others neither.
 */
export function seededBars(count: number): Bar[] {
  let state = 12_345
  // A step of the generator every C library once had: good enough to make no two bars alike.
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const ticks = (points: number) => Math.round(points * 20) / 20
  let open = FIRST_PRICE
  return Array.from({ length: count }, (_, i) => {
    const close = ticks(open + 20 * (chance() - 0.5) + 4 * Math.sin(i / 25))
    const high = Math.max(open, close) + 5 * chance()
    const low = Math.min(open, close) - 5 * chance()
    // Doubles all, as the bars that agents are fed: a field that held both kinds of number would slow every side down.
    const bar = emptyBar()
    bar.open = open
    bar.high = high
    bar.low = low
    bar.close = close
    open = close
    return bar
  })
}
