import { roundsOf, type Bench } from '../bench.ts'
import { alternately, runCompetitor } from '../competitor-process.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { MINUTES, type DecodeMeasured, type PipelineMeasured } from './competitors.ts'

const NS_PER_MS = 1e6

/** What a tick costs on its whole way, beside what it costs to read it. */
export const pipelineBench: Bench = {
  name: 'pipeline',
  title: 'tick → candle → agents → decision',
  async run(size) {
    const rounds = roundsOf(size)
    const { product, peers } = await alternately(
      rounds,
      () => runCompetitor<PipelineMeasured>('pipeline/whole'),
      () => runCompetitor<DecodeMeasured>('pipeline/decode'),
    )
    const first = product[0]!
    for (const side of [...product, ...peers])
      if (side.quotesHash !== first.quotesHash) throw new Error('the two sides did not read the same quotes')
    for (const side of product)
      if (side.decisionsHash !== first.decisionsHash) throw new Error('the same ticks gave different decisions')

    const nsPerTick = (side: DecodeMeasured) => (side.msPerRun * NS_PER_MS) / side.ticks
    const whole = product.map(nsPerTick)
    const decode = peers.map(nsPerTick)
    const marketMs = MINUTES * 60_000
    return {
      rounds,
      conditions: [
        `${MINUTES} minutes of both indices: ${first.ticks.toLocaleString('en')} full packets of ${first.instruments} instruments, two frames a second`,
        `fresh process a side and round, warm code; ${first.decisions} decisions, the same in every round (${first.decisionsHash.slice(0, 12)}…)`,
      ],
      figures: [
        { name: 'whole path', unit: 'ns/tick', value: spreadOf(whole) },
        { name: 'decoding alone', unit: 'ns/tick', value: spreadOf(decode) },
        { name: 'whole path ÷ decoding', unit: '×', value: spreadOf(ratiosOf(whole, decode)) },
        { name: 'throughput', unit: 'ticks/s', value: spreadOf(whole.map((ns) => 1e9 / ns)) },
        { name: 'faster than the market', unit: '×', value: spreadOf(product.map((side) => marketMs / side.msPerRun)) },
        {
          name: 'closed minute of an index: look, bars, agents, decision',
          unit: 'µs',
          value: spreadOf(product.map((side) => side.usPerClosedMinute)),
        },
        {
          name: 'closed minute ÷ the same without agents on trial',
          unit: '×',
          value: spreadOf(product.map((side) => side.shadowAgentsRatio)),
        },
        {
          name: 'look at an index, once a second: chain, rules',
          unit: 'µs',
          value: spreadOf(product.map((side) => side.usPerObservation)),
        },
        {
          name: 'heap growth, collected',
          unit: 'bytes/tick',
          value: spreadOf(product.map((side) => side.retainedBytes / side.ticks)),
        },
      ],
    }
  },
}
