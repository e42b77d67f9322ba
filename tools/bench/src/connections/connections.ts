import type { Bench, Size } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { percentile, ratiosOf, spreadOf } from '../statistics.ts'
import { A_USER, loadPages, loadSockets } from './crowd.ts'

const CONNECTIONS: Readonly<Record<Size, number>> = { full: 10_000, smallest: 40 }
const SECONDS: Readonly<Record<Size, number>> = { full: 10, smallest: 2 }

/** What ten thousand streaming pages cost one web process, and how late they are. */
export const connectionsBench: Bench = {
  name: 'connections',
  title: 'ten thousand streaming pages on one web process, and `ws` alone',
  async run(size) {
    const [connections, seconds] = [CONNECTIONS[size], SECONDS[size]]
    const users = Math.ceil(connections / A_USER)
    const { stream, bare } = await inEmptyFolder(async (data) => ({
      bare: await loadSockets(data, connections, seconds),
      stream: await loadPages(data, connections, seconds),
    }))
    if (stream.ended + bare.ended > 0) throw new Error(`${stream.ended} and ${bare.ended} connections ended`)
    const once = (value: number) => spreadOf([value])
    const [streamKb, bareKb] = [stream.bytesEach / 1000, bare.bytesEach / 1000]
    const p99 = (latencies: readonly number[]) => percentile(latencies, 0.99)
    return {
      rounds: 1,
      conditions: [
        `${connections} connections of ${users} elite users with a trade open, all to one process and from one other; five topics each; two moments of the market a second; no TLS`,
        "memory: resident size of the server after a collection, less that with the first 200 connections; the kernel's buffers are not in it",
        'latency: from the publication of an index price on the bus to a page that has it, every hundredth page read; rounds are 250 ms apart; beside a burst: right after the trades of every user have changed at once',
        '`ws` alone sends the indices to every connection and knows no user, plan or topic',
      ],
      figures: [
        { name: 'refused, and tried again', unit: 'handshakes', value: once(stream.refused + bare.refused) },
        { name: 'stream, memory', unit: 'kB/connection', value: once(streamKb) },
        { name: '`ws` alone, memory', unit: 'kB/connection', value: once(bareKb) },
        { name: '  stream ÷ `ws`, memory', unit: '×', value: spreadOf(ratiosOf([streamKb], [bareKb])) },
        { name: 'stream, event to page, p50', unit: 'ms', value: once(percentile(stream.quietMs, 0.5)) },
        { name: 'stream, event to page, p99', unit: 'ms', value: once(p99(stream.quietMs)) },
        { name: 'stream, beside a burst, p99', unit: 'ms', value: once(p99(stream.burstMs)) },
        { name: '`ws` alone, event to page, p99', unit: 'ms', value: once(p99(bare.quietMs)) },
      ],
    }
  },
}
