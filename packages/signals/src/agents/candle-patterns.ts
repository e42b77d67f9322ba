import type { Bar } from '../indicators/bar.ts'
import { RollingWindow } from '../indicators/window.ts'

export const PATTERNS = [
  'engulfing',
  'hammer',
  'shootingStar',
  'morningStar',
  'eveningStar',
  'marubozu',
  'harami',
  'whiteSoldiers',
  'blackCrows',
  'doji',
] as const
export type Pattern = (typeof PATTERNS)[number]

/** Bars a pattern spans, the last included. */
export const PATTERN_BARS: Readonly<Record<Pattern, number>> = {
  engulfing: 2,
  hammer: 1,
  shootingStar: 1,
  morningStar: 3,
  eveningStar: 3,
  marubozu: 1,
  harami: 2,
  whiteSoldiers: 3,
  blackCrows: 4,
  doji: 1,
}

/** TA-Lib's default candle settings (signals reference §1.2). */
const DOJI = 0.1
const VERY_SHORT = 0.1
const NEAR = 0.2
const FAR = 0.6
const PENETRATION = 0.3

/** A bar with the averages of the bars before it. */
interface Shape {
  open: number
  high: number
  low: number
  close: number
  /** +1 white (close >= open), -1 black. */
  colour: 1 | -1
  body: number
  top: number
  bottom: number
  upper: number
  lower: number
  /** avg(body, 10), avg(range, 10), avg(range, 5) of the bars before this one; NaN until there are enough. */
  body10: number
  range10: number
  range5: number
}

const SHAPES = 4

/**
 * The candlestick patterns of TA-Lib with its default settings, one closed bar at a time. `strict` is TA-Lib's answer
 * (±100; ±80 when two ends are equal; doji 100), `variant` the product's: the gap conditions of shooting star and stars
 * get a tolerance, because an index hardly gaps inside a day. Index by `PATTERNS`.
 */
export class CandlePatterns {
  readonly strict = new Int8Array(PATTERNS.length)
  readonly variant = new Int8Array(PATTERNS.length)
  readonly #gapTolerance: number
  readonly #body10 = new RollingWindow(10)
  readonly #range10 = new RollingWindow(10)
  readonly #range5 = new RollingWindow(5)
  readonly #ring: Shape[] = Array.from({ length: SHAPES }, emptyShape)
  #count = 0

  /** `gapTolerance`: share of avg(range, 10) a gap may miss in the variant. */
  constructor(gapTolerance: number) {
    this.#gapTolerance = gapTolerance
  }

  push(bar: Bar): void {
    const x = this.#ring[this.#count % SHAPES]!
    this.#count += 1
    x.open = bar.open
    x.high = bar.high
    x.low = bar.low
    x.close = bar.close
    x.colour = bar.close >= bar.open ? 1 : -1
    x.body = Math.abs(bar.close - bar.open)
    x.top = Math.max(bar.open, bar.close)
    x.bottom = Math.min(bar.open, bar.close)
    x.upper = bar.high - x.top
    x.lower = x.bottom - bar.low
    x.body10 = this.#body10.mean
    x.range10 = this.#range10.mean
    x.range5 = this.#range5.mean
    this.#body10.push(x.body)
    this.#range10.push(bar.high - bar.low)
    this.#range5.push(bar.high - bar.low)
    this.#detect(this.strict, 0)
    this.#detect(this.variant, this.#gapTolerance)
  }

  /** Highest high of the pattern's bars when its last bar is the newest. */
  highOf(pattern: Pattern): number {
    let high = Number.NEGATIVE_INFINITY
    for (let back = 0; back < PATTERN_BARS[pattern]; back += 1) high = Math.max(high, this.#back(back).high)
    return high
  }

  lowOf(pattern: Pattern): number {
    let low = Number.POSITIVE_INFINITY
    for (let back = 0; back < PATTERN_BARS[pattern]; back += 1) low = Math.min(low, this.#back(back).low)
    return low
  }

  #back(back: number): Shape {
    return this.#ring[(this.#count - 1 - back + SHAPES) % SHAPES]!
  }

  #detect(out: Int8Array, tolerance: number): void {
    const c = this.#back(0)
    const b = this.#back(1)
    const a = this.#back(2)
    const before = this.#back(3)
    const gap = tolerance * c.range10
    const gapBefore = tolerance * b.range10
    out[0] = this.#count >= 2 ? engulfing(b, c) : 0
    out[1] = this.#count >= 2 ? hammer(b, c) : 0
    out[2] = this.#count >= 2 ? shootingStar(b, c, gap, tolerance === 0) : 0
    out[3] = this.#count >= 3 ? star(1, a, b, c, gapBefore, tolerance === 0) : 0
    out[4] = this.#count >= 3 ? star(-1, a, b, c, gapBefore, tolerance === 0) : 0
    out[5] = marubozu(c)
    out[6] = this.#count >= 2 ? harami(b, c) : 0
    out[7] = this.#count >= 3 ? whiteSoldiers(a, b, c) : 0
    out[8] = this.#count >= 4 ? blackCrows(before, a, b, c) : 0
    out[9] = c.body <= DOJI * c.range10 ? 100 : 0
  }
}

function emptyShape(): Shape {
  return {
    open: 0.5,
    high: 0.5,
    low: 0.5,
    close: 0.5,
    colour: 1,
    body: 0.5,
    top: 0.5,
    bottom: 0.5,
    upper: 0.5,
    lower: 0.5,
    body10: Number.NaN,
    range10: Number.NaN,
    range5: Number.NaN,
  }
}

/** NaN averages make every comparison false: nothing is found before there are enough bars. */
const isLong = (x: Shape): boolean => x.body > x.body10
const isShort = (x: Shape): boolean => x.body <= x.body10
const noUpper = (x: Shape): boolean => x.upper < VERY_SHORT * x.range10
const noLower = (x: Shape): boolean => x.lower < VERY_SHORT * x.range10

function engulfing(b: Shape, c: Shape): number {
  if (b.colour === c.colour) return 0
  const covers = (c.top >= b.top && c.bottom < b.bottom) || (c.top > b.top && c.bottom <= b.bottom)
  if (!covers) return 0
  return c.colour * (c.top !== b.top && c.bottom !== b.bottom ? 100 : 80)
}

function hammer(b: Shape, c: Shape): number {
  return c.body < c.body10 && c.lower > c.body && noUpper(c) && c.bottom <= b.low + NEAR * b.range5 ? 100 : 0
}

/** A bar whose body lies above the one before: the gap is strict, or may miss by `gap`. */
function shootingStar(b: Shape, c: Shape, gap: number, strict: boolean): number {
  const above = strict ? c.bottom > b.top : c.bottom >= b.top - gap
  return c.body < c.body10 && c.upper > c.body && noLower(c) && above ? -100 : 0
}

/** Morning star (`sign` +1) or its mirror image, the evening star (-1). */
function star(sign: 1 | -1, a: Shape, b: Shape, c: Shape, gap: number, strict: boolean): number {
  if (a.colour !== -sign || c.colour !== sign || !isLong(a) || !isShort(b) || !(c.body > c.body10)) return 0
  const apart = sign === 1 ? b.top < a.bottom + gap : strict ? b.bottom > a.top : b.bottom >= a.top - gap
  const far = sign * (c.close - a.close) > PENETRATION * a.body
  return apart && far ? sign * 100 : 0
}

function marubozu(c: Shape): number {
  return isLong(c) && noUpper(c) && noLower(c) ? c.colour * 100 : 0
}

function harami(b: Shape, c: Shape): number {
  if (!isLong(b) || !isShort(c) || c.top > b.top || c.bottom < b.bottom) return 0
  if (c.top < b.top && c.bottom > b.bottom) return -b.colour * 100
  return c.top < b.top || c.bottom > b.bottom ? -b.colour * 80 : 0
}

function whiteSoldiers(a: Shape, b: Shape, c: Shape): number {
  const white = a.colour === 1 && b.colour === 1 && c.colour === 1
  const rising = c.close > b.close && b.close > a.close
  const opens =
    b.open > a.open && b.open <= a.close + NEAR * a.range5 && c.open > b.open && c.open <= b.close + NEAR * b.range5
  const bodies = b.body > a.body - FAR * a.range5 && c.body > b.body - FAR * b.range5 && c.body > c.body10
  return white && noUpper(a) && noUpper(b) && noUpper(c) && rising && opens && bodies ? 100 : 0
}

function blackCrows(before: Shape, a: Shape, b: Shape, c: Shape): number {
  const colours = before.colour === 1 && a.colour === -1 && b.colour === -1 && c.colour === -1
  const opens = b.open < a.open && b.open > a.close && c.open < b.open && c.open > b.close
  const falling = before.high > a.close && a.close > b.close && b.close > c.close
  return colours && noLower(a) && noLower(b) && noLower(c) && opens && falling ? -100 : 0
}
