import type { Size } from '../bench.ts'
import { allocatedBytes, retainedBytes, NO_EFFORT, warmMsPerRun, type Effort } from '../measure.ts'
import { seededBars } from './bars.ts'
import { INDICATOR_NAMES, LIBRARIES, WIDTHS, type IndicatorName, type LibraryName } from './library.ts'

/** About as many as stay in a processor's nearer caches: bars come one at a time in life, too. */
export const BARS = 4096

const EFFORTS: Readonly<Record<Size, Effort & { readonly countedLaps: number }>> = {
  full: { warmMs: 200, timedMs: 400, countedLaps: 50 },
  smallest: { ...NO_EFFORT, countedLaps: 1 },
}

export interface LibraryMeasured {
  readonly nsPerBar: Readonly<Record<IndicatorName, number>>
  /** Of all six together. */
  readonly retainedBytesPerBar: number
  readonly allocatedBytesPerBar: number
}

/** Streams the bars through each indicator of one library, over and over. */
export async function libraryCompetitor(library: LibraryName, size: Size): Promise<LibraryMeasured> {
  const { countedLaps, ...effort } = EFFORTS[size]
  const bars = seededBars(BARS)
  const feeds = await LIBRARIES[library]()
  const ns = INDICATOR_NAMES.map((name): [IndicatorName, number] => {
    const out = new Float64Array(bars.length * WIDTHS[name])
    const feed = feeds[name]()
    const ms = warmMsPerRun(
      () => undefined,
      () => feed(bars, out),
      effort,
    )
    return [name, (ms * 1e6) / bars.length]
  })
  const out = new Float64Array(bars.length * Math.max(...Object.values(WIDTHS)))
  const all = INDICATOR_NAMES.map((name) => feeds[name]())
  const laps = () => {
    for (let lap = 0; lap < countedLaps; lap += 1) for (const feed of all) feed(bars, out)
  }
  laps()
  return {
    nsPerBar: Object.fromEntries(ns) as Record<IndicatorName, number>,
    retainedBytesPerBar: retainedBytes(laps) / (countedLaps * bars.length),
    allocatedBytesPerBar: allocatedBytes(laps) / (countedLaps * bars.length),
  }
}
