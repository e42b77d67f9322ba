import type { Rng } from '../random/rng.ts'
import { TICK_MS } from './calibration.ts'

/** Open, high, low and close in any one unit. */
interface Ohlc {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** How often the low comes first in a bar that closes above its open, as it does in recorded ones. */
const USUAL_ORDER_SHARE = 0.7
/** Size of the noise between the fixed points, as a part of the bar's range a tick. */
const NOISE = 0.08

/**
 * Ticks for which a bar stays at its open: two seconds, after which the minute before is decided on (signals reference
 * §1.1). Course and extremes are drawn from the bar's own future: none of it may be seen by then.
 */
const HELD_TICKS = 2_000 / TICK_MS

/**
 * Fills `out` with one price a tick that starts at the bar's open and stays there for two seconds, ends at its close,
 * touches its high and its low and never leaves them; order and course in between are drawn from `rng`. A bar of one
 * tick keeps only its close.
 */
export function bridgeBar(bar: Ohlc, out: Float64Array, rng: Rng): void {
  const ticks = out.length
  if (ticks < 4) {
    out.fill(bar.close)
    out[0] = bar.open
    if (ticks > 2) out[1] = bar.close >= bar.open ? bar.low : bar.high
    out[ticks - 1] = bar.close
    return
  }
  const rises = bar.close >= bar.open
  const lowFirst = rng.unit() < USUAL_ORDER_SHARE ? rises : !rises
  const held = Math.min(HELD_TICKS, ticks - 3)
  const inner = ticks - 1 - held
  let first = held + Math.floor(rng.unit() * inner)
  let second = held + Math.floor(rng.unit() * inner)
  if (first === second) second = first === held ? first + 1 : first - 1
  if (first > second) [first, second] = [second, first]

  const points: readonly (readonly [number, number])[] = [
    [held - 1, bar.open],
    [first, lowFirst ? bar.low : bar.high],
    [second, lowFirst ? bar.high : bar.low],
    [ticks - 1, bar.close],
  ]
  out.fill(bar.open, 0, held)
  const scale = (bar.high - bar.low) * NOISE
  for (let leg = 0; leg < 3; leg += 1) {
    const [from, start] = points[leg]!
    const [to, end] = points[leg + 1]!
    let wander = 0
    out[from] = start
    for (let tick = from + 1; tick < to; tick += 1) {
      const left = to - tick
      // A Brownian bridge: the noise is pulled back so that it is gone at the next fixed point.
      wander += scale * rng.normal() - wander / (left + 1)
      const straight = start + ((end - start) * (tick - from)) / (to - from)
      out[tick] = Math.min(bar.high, Math.max(bar.low, straight + wander))
    }
    out[to] = end
  }
}
