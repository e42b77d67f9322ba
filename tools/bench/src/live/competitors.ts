import { ChartBars } from '@strikewise/domain/market/chart-bars.ts'
import type { Size } from '../bench.ts'
import { benchSession, type BenchSession } from '../market/bench-session.ts'
import { allocatedBytes } from '../measure.ts'
import { percentile } from '../statistics.ts'
import { BaselinePath } from './baseline-path.ts'
import { LivePath, type Path } from './live-path.ts'
import { SessionOfBars } from './session-of-bars.ts'

/** 101 strikes an index and expiry. */
const STRIKES_EACH_SIDE = 50
const MINUTES: Readonly<Record<Size, number>> = { full: 3, smallest: 1 }
/** Passes over the same frames: the first ones only warm the code. */
const PASSES: Readonly<Record<Size, { warm: number; timed: number }>> = {
  full: { warm: 3, timed: 5 },
  smallest: { warm: 0, timed: 1 },
}

export interface Quantiles {
  readonly p50: number
  readonly p99: number
}

export interface TurnsMeasured {
  readonly ticks: number
  readonly instruments: number
  readonly frames: number
  readonly answerBytes: number
  /** A frame taken in and answered, microseconds. */
  readonly turnUs: Quantiles
  readonly bytesPerTick: number
  readonly bytesPerTickAnswered: number
}

export interface LiveMeasured extends TurnsMeasured {
  /** Ticks into the pipelines of both indices, nanoseconds a tick, by frame. */
  readonly tickNs: Quantiles
  /** A whole chain recomputed, microseconds. */
  readonly chainUs: Quantiles
  readonly strikes: number
  /** The charts of one index, a session old, serialised in a turn in which the minute under way moved, microseconds. */
  readonly chartUs: Quantiles
  /** The same with every closed bar serialised again. */
  readonly wholeChartUs: Quantiles
  readonly chartBytes: number
  readonly wholeChartBytes: number
}

export function liveCompetitor(size: Size): LiveMeasured {
  const session = benchSession(MINUTES[size], STRIKES_EACH_SIDE)
  return {
    ...turns(session, size, () => new LivePath(session)),
    tickNs: tickTimes(session, size),
    ...chainTimes(session, size),
    ...chartTimes(session, size),
  }
}

export function baselineCompetitor(size: Size): TurnsMeasured {
  const session = benchSession(MINUTES[size], STRIKES_EACH_SIDE)
  return turns(session, size, () => new BaselinePath(session))
}

function turns(session: BenchSession, size: Size, make: () => Path): TurnsMeasured {
  let answerBytes = 0
  const turnUs = overPasses(size, (sample) => {
    const path = make()
    for (const frame of session.frames) {
      const startedAt = performance.now()
      path.take(frame)
      answerBytes = path.answer(frame)
      sample(1000 * (performance.now() - startedAt))
    }
  })
  const quiet = make()
  const taking = allocatedBytes(() => {
    for (const frame of session.frames) quiet.take(frame)
  })
  const reported = make()
  const answering = allocatedBytes(() => {
    for (const frame of session.frames) {
      reported.take(frame)
      answerBytes = reported.answer(frame)
    }
  })
  return {
    ticks: session.ticks,
    instruments: session.tokens.length,
    frames: session.frames.length,
    answerBytes,
    turnUs,
    bytesPerTick: taking / session.ticks,
    bytesPerTickAnswered: answering / session.ticks,
  }
}

/** Only what a tick does: due work and decoding are outside. */
function tickTimes(session: BenchSession, size: Size): Quantiles {
  return overPasses(size, (sample) => {
    const path = new LivePath(session)
    for (const frame of session.frames) {
      path.due(frame)
      const slots = path.decode(frame)
      const startedAt = performance.now()
      path.tick(slots)
      sample((1e6 * (performance.now() - startedAt)) / slots.length)
    }
  })
}

/** The near chain of the first index, once for each frame that came. */
function chainTimes(session: BenchSession, size: Size): Pick<LiveMeasured, 'chainUs' | 'strikes'> {
  let strikes = 0
  const chainUs = overPasses(size, (sample) => {
    const path = new LivePath(session)
    const { chain } = path.pipelines[0]!
    strikes = chain.legs.strikes.length
    for (const frame of session.frames) {
      path.decode(frame)
      const startedAt = performance.now()
      chain.snapshot(frame.receivedAt)
      sample(1000 * (performance.now() - startedAt))
    }
  })
  return { chainUs, strikes }
}

/** Charts at the end of a session, a turn for each frame: as the market role serialises them, and as it would without separating the parts. */
function chartTimes(
  { frames }: BenchSession,
  size: Size,
): Pick<LiveMeasured, 'chartUs' | 'wholeChartUs' | 'chartBytes' | 'wholeChartBytes'> {
  let chartBytes = 0
  const timed = (rebuiltEachTurn: boolean) =>
    overPasses(size, (sample) => {
      const source = new SessionOfBars()
      let chart = new ChartBars(source)
      chart.closed()
      for (const { receivedAt } of frames) {
        source.tick(receivedAt)
        const startedAt = performance.now()
        if (rebuiltEachTurn) chart = new ChartBars(source)
        const closed = chart.closed()
        const written = [closed, chart.forming()]
          .filter((part) => part !== undefined)
          .map((part) => JSON.stringify(part))
        chartBytes = written.reduce((sum, text) => sum + text.length, 0)
        sample(1000 * (performance.now() - startedAt))
      }
    })
  const chartUs = timed(false)
  return { chartUs, chartBytes, wholeChartUs: timed(true), wholeChartBytes: chartBytes }
}

function overPasses(size: Size, pass: (sample: (value: number) => void) => void): Quantiles {
  for (let i = 0; i < PASSES[size].warm; i += 1) pass(() => undefined)
  const values: number[] = []
  for (let i = 0; i < PASSES[size].timed; i += 1) pass((value) => values.push(value))
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) }
}
