import { roundsOf, type Bench, type BenchFigure, type Size } from '../bench.ts'
import { alternately, runCompetitor } from '../competitor-process.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { FEEDS, type FeedName } from './feeds.ts'
import type { RecorderMeasured } from './competitors.ts'

const NS_PER_MS = 1e6

/** What it takes to keep a session: our columns beside a loop that writes each tick as a line of JSON. */
export const recorderBench: Bench = {
  name: 'recorder',
  title: 'recording the feed against JSON lines',
  async run(size) {
    const conditions = [
      'fresh process a side and round, warm code; both append to a file of the temporary folder, a write for 4,096 ticks, not synced; taking a message in is not counted',
      'columns: what the recorder does, its copy of each row and the packing of full batches, which in the product has a thread of its own',
      'lines: JSON.stringify of what each packet carried',
    ]
    const figures: BenchFigure[] = []
    for (const feed of FEEDS) {
      const { about, of } = await figuresOf(feed, size)
      conditions.push(`${feed} market: ${about}`)
      figures.push(...of)
    }
    return { rounds: roundsOf(size), conditions, figures }
  },
}

async function figuresOf(feed: FeedName, size: Size): Promise<{ about: string; of: BenchFigure[] }> {
  const measured = await alternately(
    roundsOf(size),
    () => runCompetitor<RecorderMeasured | null>('recorder/columns', feed, size),
    () => runCompetitor<RecorderMeasured | null>('recorder/lines', feed, size),
  )
  const product = measured.product.filter((one) => one !== null)
  const peers = measured.peers.filter((one) => one !== null)
  const first = product[0]
  if (first === undefined) return { about: 'not here', of: [] }
  for (const { readBack, ticks } of [...product, ...peers])
    if (readBack.ticks !== ticks || readBack.prices !== first.readBack.prices)
      throw new Error(`${feed}: the two sides did not write the same ticks`)
  const bytes = (one: RecorderMeasured) => one.bytes / one.ticks
  const ns = (one: RecorderMeasured) => (one.ms * NS_PER_MS) / one.ticks
  const row = (name: string, unit: string, values: readonly number[]): BenchFigure => ({
    name: `${feed}: ${name}`,
    unit,
    value: spreadOf(values),
  })
  return {
    about: `${first.ticks.toLocaleString('en')} ticks in ${first.messages.toLocaleString('en')} messages, read back and equal`,
    of: [
      row('columns, size', 'bytes/tick', product.map(bytes)),
      row('lines, size', 'bytes/tick', peers.map(bytes)),
      row('lines ÷ columns, size', '×', ratiosOf(peers.map(bytes), product.map(bytes))),
      row('columns, time', 'ns/tick', product.map(ns)),
      row(
        '  of it packing, on the recorder’s thread',
        'ns/tick',
        product.map((one) => (one.batchMs * NS_PER_MS) / one.ticks),
      ),
      row('lines, time', 'ns/tick', peers.map(ns)),
      row('lines ÷ columns, time', '×', ratiosOf(peers.map(ns), product.map(ns))),
    ],
  }
}
