/** One-minute bars of every instrument of a day, built from what was shown. Columns of minutes, one row a slot. */
export class MinuteRecorder {
  readonly minutes: number
  readonly open: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly close: Int32Array
  /** Cumulative volume of the day and open interest at the end of the minute. */
  readonly volume: Float64Array
  readonly openInterest: Float64Array

  constructor(slots: number, minutes: number) {
    this.minutes = minutes
    const size = slots * minutes
    this.open = new Int32Array(size)
    this.high = new Int32Array(size)
    this.low = new Int32Array(size)
    this.close = new Int32Array(size)
    this.volume = new Float64Array(size)
    this.openInterest = new Float64Array(size)
  }

  /** Notes a price (paise) of `slot` in `minute` of the session; 0 is no price. */
  record(slot: number, minute: number, price: number, volume: number, openInterest: number): void {
    if (price === 0) return
    const cell = slot * this.minutes + minute
    if (this.open[cell] === 0) {
      this.open[cell] = price
      this.high[cell] = price
      this.low[cell] = price
    } else {
      if (price > this.high[cell]!) this.high[cell] = price
      if (price < this.low[cell]!) this.low[cell] = price
    }
    this.close[cell] = price
    this.volume[cell] = volume
    this.openInterest[cell] = openInterest
  }
}
