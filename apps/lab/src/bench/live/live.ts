import { roundsOf, type Bench, type Figure } from '../bench.ts'
import { inTurn, runSide } from '../side-process.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import type { LiveMeasured, Quantiles, TurnsMeasured } from './sides.ts'

/** From a frame of the ticker to the answer a screen gets, beside the least that could be answered. */
export const liveBench: Bench = {
  name: 'live',
  title: 'tick → updated chain → signals → serialised answer',
  async run(size) {
    const rounds = roundsOf(size)
    const { ours, peers } = await inTurn(
      rounds,
      () => runSide<LiveMeasured>('live/ours', size),
      () => runSide<TurnsMeasured>('live/bare', size),
    )
    const first = ours[0]!
    for (const { ticks } of [...ours, ...peers])
      if (ticks !== first.ticks) throw new Error('the two sides did not read the same ticks')
    const ourTurns = (share: keyof Quantiles) => ours.map(({ turnUs }) => turnUs[share])
    const bareTurns = (share: keyof Quantiles) => peers.map(({ turnUs }) => turnUs[share])
    const of = (name: string, unit: string, values: readonly number[]): Figure => ({
      name,
      unit,
      value: spreadOf(values),
    })
    return {
      rounds,
      conditions: [
        `both indices, ${first.strikes} strikes × 2 in the near chain of the first: ${first.frames} frames of ${first.instruments} full packets, two a second; fresh process a side and round, warm code`,
        `a turn takes a frame in and answers: signals and whole chains of both indices, ${first.answerBytes.toLocaleString('en')} characters; the bare loop decodes and writes last prices and open interest, ${peers[0]!.answerBytes.toLocaleString('en')}`,
        `charts: a session of closed bars, of which ${first.chartBytes.toLocaleString('en')} characters a turn are published instead of ${first.wholeChartBytes.toLocaleString('en')}`,
      ],
      figures: [
        of(
          'tick into the pipelines, p50',
          'ns/tick',
          ours.map(({ tickNs }) => tickNs.p50),
        ),
        of(
          'tick into the pipelines, p99 of frames',
          'ns/tick',
          ours.map(({ tickNs }) => tickNs.p99),
        ),
        of(
          'whole chain anew, p50',
          'µs',
          ours.map(({ chainUs }) => chainUs.p50),
        ),
        of(
          'whole chain anew, p99',
          'µs',
          ours.map(({ chainUs }) => chainUs.p99),
        ),
        of(
          'charts of an index, minute under way, p50',
          'µs',
          ours.map(({ chartUs }) => chartUs.p50),
        ),
        of(
          'the same with every closed bar, p50',
          'µs',
          ours.map(({ wholeChartUs }) => wholeChartUs.p50),
        ),
        of(
          'every bar ÷ minute under way',
          '×',
          ratiosOf(
            ours.map(({ wholeChartUs }) => wholeChartUs.p50),
            ours.map(({ chartUs }) => chartUs.p50),
          ),
        ),
        of('turn: frame → answer, p50', 'µs', ourTurns('p50')),
        of('turn: frame → answer, p99', 'µs', ourTurns('p99')),
        of('bare turn, p50', 'µs', bareTurns('p50')),
        of('bare turn, p99', 'µs', bareTurns('p99')),
        of('turn ÷ bare turn, p50', '×', ratiosOf(ourTurns('p50'), bareTurns('p50'))),
        of(
          'allocated by ticks, looks and minutes',
          'bytes/tick',
          ours.map(({ bytesPerTick }) => bytesPerTick),
        ),
        of(
          'allocated with answers',
          'bytes/tick',
          ours.map(({ bytesPerTickAnswered }) => bytesPerTickAnswered),
        ),
        of(
          'allocated by the bare loop with answers',
          'bytes/tick',
          peers.map(({ bytesPerTickAnswered }) => bytesPerTickAnswered),
        ),
      ],
    }
  },
}
