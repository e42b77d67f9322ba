import { ROUNDS, type Bench } from '../bench.ts'
import { inTurn, runSide } from '../side-process.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { MINUTES, type DecodeMeasured, type WholeMeasured } from './sides.ts'

const NS_PER_MS = 1e6

/** What a tick costs on its whole way, beside what it costs to read it. */
export const pipelineBench: Bench = {
  name: 'pipeline',
  title: 'tick → candle → agents → decision',
  async run() {
    const { ours, peers } = await inTurn(
      ROUNDS,
      () => runSide<WholeMeasured>('pipeline/whole'),
      () => runSide<DecodeMeasured>('pipeline/decode'),
    )
    const first = ours[0]!
    for (const side of [...ours, ...peers])
      if (side.quotesHash !== first.quotesHash) throw new Error('the two sides did not read the same quotes')
    for (const side of ours)
      if (side.decisionsHash !== first.decisionsHash) throw new Error('the same ticks gave different decisions')

    const nsPerTick = (side: DecodeMeasured) => (side.msPerRun * NS_PER_MS) / side.ticks
    const whole = ours.map(nsPerTick)
    const decode = peers.map(nsPerTick)
    const marketMs = MINUTES * 60_000
    return {
      rounds: ROUNDS,
      conditions: [
        `${MINUTES} minutes of both indices: ${first.ticks.toLocaleString('en')} full packets of ${first.instruments} instruments, two frames a second`,
        `fresh process a side and round, warm code; ${first.decisions} decisions, the same in every round (${first.decisionsHash.slice(0, 12)}…)`,
      ],
      figures: [
        { name: 'whole path', unit: 'ns/tick', value: spreadOf(whole) },
        { name: 'decoding alone', unit: 'ns/tick', value: spreadOf(decode) },
        { name: 'whole path ÷ decoding', unit: '×', value: spreadOf(ratiosOf(whole, decode)) },
        { name: 'throughput', unit: 'ticks/s', value: spreadOf(whole.map((ns) => 1e9 / ns)) },
        { name: 'faster than the market', unit: '×', value: spreadOf(ours.map((side) => marketMs / side.msPerRun)) },
        {
          name: 'closed minute of an index: look, bars, agents, decision',
          unit: 'µs',
          value: spreadOf(ours.map((side) => side.usPerClosedMinute)),
        },
        {
          name: 'look at an index, once a second: chain, rules',
          unit: 'µs',
          value: spreadOf(ours.map((side) => side.usPerLook)),
        },
        {
          name: 'heap growth, collected',
          unit: 'bytes/tick',
          value: spreadOf(ours.map((side) => side.keptBytes / side.ticks)),
        },
      ],
    }
  },
}
