import type { Paise } from '../money/paise.ts'

/**
 * The day so far as the feed states it (signals reference §1.1.6): official open, high, low, last and the official
 * previous close, against which `change` is taken. The previous close is held from the first reading with one, because
 * the feed's field may turn into today's close after the session.
 */
export class DayBar {
  open: Paise | undefined
  high: Paise | undefined
  low: Paise | undefined
  last: Paise | undefined
  previousClose: Paise | undefined

  /** `previousClose` when it is known from elsewhere (stored day bars); else the feed's is taken. */
  constructor(previousClose?: Paise) {
    this.previousClose = previousClose
  }

  /** The feed's fields; 0 means not published. */
  read(open: number, high: number, low: number, last: number, feedClose: number): void {
    if (open > 0) this.open = open as Paise
    if (high > 0) this.high = high as Paise
    if (low > 0) this.low = low as Paise
    if (last > 0) this.last = last as Paise
    if (this.previousClose === undefined && feedClose > 0) this.previousClose = feedClose as Paise
  }

  /** Last less previous close, in paise; undefined until both are known. */
  get change(): Paise | undefined {
    if (this.last === undefined || this.previousClose === undefined) return undefined
    return (this.last - this.previousClose) as Paise
  }

  /** `change` as a share of the previous close: 0.0125 is 1.25 %. */
  get changeShare(): number | undefined {
    const change = this.change
    return change === undefined ? undefined : change / this.previousClose!
  }
}
