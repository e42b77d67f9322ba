import { roundsOf, type Bench, type BenchFigure } from '../bench.ts'
import { alternately, runCompetitor } from '../competitor-process.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import type { LiveMeasured, Quantiles, TurnsMeasured } from './competitors.ts'

/** From a frame of the ticker to the answer a screen gets, beside the least that could be answered. */
export const liveBench: Bench = {
  name: 'live',
  title: 'tick → updated chain → signals → serialised answer',
  async run(size) {
    const rounds = roundsOf(size)
    const { product, peers } = await alternately(
      rounds,
      () => runCompetitor<LiveMeasured>('live/ours', size),
      () => runCompetitor<TurnsMeasured>('live/bare', size),
    )
    const first = product[0]!
    for (const { ticks } of [...product, ...peers])
      if (ticks !== first.ticks) throw new Error('the two sides did not read the same ticks')
    return { rounds, conditions: conditionsOf(first, peers[0]!), figures: figuresOf(product, peers) }
  },
}

function conditionsOf(first: LiveMeasured, bare: TurnsMeasured): string[] {
  return [
    `both indices, ${first.strikes} strikes × 2 in the near chain of the first: ${first.frames} frames of ${first.instruments} full packets, two a second; fresh process a side and round, warm code`,
    `a turn takes a frame in and answers: signals and whole chains of both indices, ${first.answerBytes.toLocaleString('en')} characters; the bare loop decodes and writes last prices and open interest, ${bare.answerBytes.toLocaleString('en')}`,
    `charts: a session of closed bars, of which ${first.chartBytes.toLocaleString('en')} characters a turn are published instead of ${first.wholeChartBytes.toLocaleString('en')}`,
  ]
}

function figuresOf(product: readonly LiveMeasured[], peers: readonly TurnsMeasured[]): BenchFigure[] {
  const ourTurns = (share: keyof Quantiles) => product.map(({ turnUs }) => turnUs[share])
  const baselineTurns = (share: keyof Quantiles) => peers.map(({ turnUs }) => turnUs[share])
  const of = (name: string, unit: string, values: readonly number[]): BenchFigure => ({
    name,
    unit,
    value: spreadOf(values),
  })
  return [
    of(
      'tick into the pipelines, p50',
      'ns/tick',
      product.map(({ tickNs }) => tickNs.p50),
    ),
    of(
      'tick into the pipelines, p99 of frames',
      'ns/tick',
      product.map(({ tickNs }) => tickNs.p99),
    ),
    of(
      'whole chain again, p50',
      'µs',
      product.map(({ chainUs }) => chainUs.p50),
    ),
    of(
      'whole chain again, p99',
      'µs',
      product.map(({ chainUs }) => chainUs.p99),
    ),
    of(
      'charts of an index, minute under way, p50',
      'µs',
      product.map(({ chartUs }) => chartUs.p50),
    ),
    of(
      'the same with every closed bar, p50',
      'µs',
      product.map(({ wholeChartUs }) => wholeChartUs.p50),
    ),
    of(
      'every bar ÷ minute under way',
      '×',
      ratiosOf(
        product.map(({ wholeChartUs }) => wholeChartUs.p50),
        product.map(({ chartUs }) => chartUs.p50),
      ),
    ),
    of('turn: frame → answer, p50', 'µs', ourTurns('p50')),
    of('turn: frame → answer, p99', 'µs', ourTurns('p99')),
    of('bare turn, p50', 'µs', baselineTurns('p50')),
    of('bare turn, p99', 'µs', baselineTurns('p99')),
    of('turn ÷ bare turn, p50', '×', ratiosOf(ourTurns('p50'), baselineTurns('p50'))),
    of(
      'allocated by ticks, looks and minutes',
      'bytes/tick',
      product.map(({ bytesPerTick }) => bytesPerTick),
    ),
    of(
      'allocated with answers',
      'bytes/tick',
      product.map(({ bytesPerTickAnswered }) => bytesPerTickAnswered),
    ),
    of(
      'allocated by the bare loop with answers',
      'bytes/tick',
      peers.map(({ bytesPerTickAnswered }) => bytesPerTickAnswered),
    ),
  ]
}
