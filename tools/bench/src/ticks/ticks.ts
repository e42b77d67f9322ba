import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { decodeFrame } from '@strikewise/kite/ticker/decode.ts'
import { roundsOf, type Bench } from '../bench.ts'
import { alternately, runCompetitor } from '../competitor-process.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { officialTicks } from './official-parser.ts'
import { assertSameTick } from './same-ticks.ts'
import { tableFor, type TicksMeasured } from './competitors.ts'
import { tickFrames } from './tick-frames.ts'

const NS_PER_MS = 1e6

/** Our decoder of the ticker's frames against the parser of the broker's own client. */
export const ticksBench: Bench = {
  name: 'ticks',
  title: 'decoding the ticker against the official client',
  async run(size) {
    const rounds = roundsOf(size)
    const compared = compareOutputs()
    const { product, peers } = await alternately(
      rounds,
      () => runCompetitor<TicksMeasured>('ticks/ours'),
      () => runCompetitor<TicksMeasured>('ticks/official'),
    )
    const nsPerTick = (side: TicksMeasured) => (side.msPerRun * NS_PER_MS) / side.ticks
    const [decode, parse] = [product.map(nsPerTick), peers.map(nsPerTick)]
    return {
      rounds,
      conditions: [
        'frames of 200 full packets, 400 options of the made-up market; fresh process a side and round, warm code',
        `compared before: every field of ${compared.toLocaleString('en')} ticks is the same`,
      ],
      figures: [
        { name: 'decodeFrame into the quote table', unit: 'ns/tick', value: spreadOf(decode) },
        { name: 'kiteconnect parseBinary', unit: 'ns/tick', value: spreadOf(parse) },
        { name: 'parseBinary ÷ decodeFrame', unit: '×', value: spreadOf(ratiosOf(parse, decode)) },
        {
          name: 'heap growth of decodeFrame, collected',
          unit: 'bytes/tick',
          value: spreadOf(product.map((side) => side.retainedBytes / side.ticks)),
        },
      ],
    }
  },
}

/** Reads all frames both ways; returns how many ticks agree. Throws on the first that does not. */
function compareOutputs(): number {
  const input = tickFrames()
  const table = tableFor(input)
  let ticks = 0
  for (const frame of input.frames) {
    decodeFrame(frame, table, 0 as EpochMs)
    for (const tick of officialTicks(frame)) {
      assertSameTick(table, tick)
      ticks += 1
    }
  }
  if (ticks !== input.ticks) throw new Error(`the official parser read ${ticks} of ${input.ticks} ticks`)
  return ticks
}
