import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import { roundsOf, type Bench, type Size } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { withPostgres } from '../fanout/fixture.ts'
import { percentile, ratiosOf, spreadOf } from '../statistics.ts'
import { whileRunning } from '../while-running.ts'
import type { PageLoad } from '../../../../apps/server/tests/push/page-load.ts'
import type { ServedPages } from '../../../../apps/server/tests/push/page-server.ts'
import { recordMarket } from './recorded-market.ts'

const PAGES: Readonly<Record<Size, number>> = { full: 60, smallest: 3 }
const SECONDS: Readonly<Record<Size, number>> = { full: 10, smallest: 3 }

const MARKET_MINUTES = 2

interface Round {
  readonly idle: PageLoad
  readonly polling: PageLoad
  readonly stream: PageLoad
}

/** What a dashboard with an open trade costs the server and the network: by polls, and over the stream. */
export const pushBench: Bench = {
  name: 'push',
  title: 'a signed-in page with a trade open, by polling and over the live stream',
  async run(size) {
    const [pages, seconds] = [PAGES[size], SECONDS[size]]
    const rounds = await inEmptyFolder((data) =>
      withPostgres(data, (addressFile) =>
        servedBy(data, addressFile, pages, (file) => measure(data, file, seconds, size)),
      ),
    )
    const failures = rounds.flatMap(({ polling, stream }) => [polling.failures, stream.failures])
    if (failures.some((count) => count > 0)) throw new Error(`${failures.join(' + ')} calls or deltas failed`)
    const cpu = (side: 'polling' | 'stream') =>
      rounds.map(
        (round) =>
          (perSecond(round[side], round[side].serverCpuMs) - perSecond(round.idle, round.idle.serverCpuMs)) / pages,
      )
    const rate = (side: 'polling' | 'stream') =>
      rounds.map((round) => perSecond(round[side], round[side].bytes) / pages / 1000)
    const calls = (side: 'polling' | 'stream') =>
      rounds.map((round) => perSecond(round[side], round[side].requests) / pages)
    const latency = (share: number) => rounds.map(({ stream }) => percentile(stream.latencyMs, share))
    const [polled, streamed] = [cpu('polling'), cpu('stream')]
    return {
      rounds: rounds.length,
      conditions: [
        `${pages} pages of elite users for ${seconds} s a side and round: the web role alone on a market recorded through the pipelines, two moments a second; pages in a process of their own; no TLS`,
        'polling: the calls of the dashboard at their intervals with ETags and gzip, and the trades socket; stream: eight topics, and the calls that remain. Before the count each topic is compared with what its call answers',
        'CPU of the server less that of a stretch without pages; bytes read and written on the connections of a page; latency from the publication on the bus of a price of the indices or of the option to the page that has it',
      ],
      figures: [
        { name: 'polling, CPU of the server', unit: 'ms/page and s', value: spreadOf(polled) },
        { name: 'stream, CPU of the server', unit: 'ms/page and s', value: spreadOf(streamed) },
        { name: '  polling ÷ stream, CPU', unit: '×', value: spreadOf(ratiosOf(polled, streamed)) },
        { name: 'polling, calls', unit: '/page and s', value: spreadOf(calls('polling')) },
        { name: 'stream, calls', unit: '/page and s', value: spreadOf(calls('stream')) },
        { name: 'polling, bytes', unit: 'kB/page and s', value: spreadOf(rate('polling')) },
        { name: 'stream, bytes', unit: 'kB/page and s', value: spreadOf(rate('stream')) },
        { name: 'stream, event to page, p50', unit: 'ms', value: spreadOf(latency(0.5)) },
        { name: 'stream, event to page, p99', unit: 'ms', value: spreadOf(latency(0.99)) },
      ],
    }
  },
}

const perSecond = ({ seconds }: PageLoad, value: number): number => value / seconds

/** Starts the server of the pages, and hands over the file that describes them. */
function servedBy<T>(data: string, addressFile: string, pages: number, use: (file: string) => Promise<T>): Promise<T> {
  const market = join(data, 'market.json')
  writeFileSync(market, JSON.stringify(recordMarket(MARKET_MINUTES)))
  const start = () =>
    startManagedProcess<ServedPages>({
      name: 'page server',
      args: ['apps/server/tests/push/page-server.ts', addressFile, market, join(data, 'web'), `${pages}`],
      logFile: join(data, 'logs', 'page-server.log'),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    ({ ready }) => {
      const file = join(data, 'pages.json')
      writeFileSync(file, JSON.stringify(ready))
      return use(file)
    },
  )
}

async function measure(data: string, file: string, seconds: number, size: Size): Promise<Round[]> {
  const load = (mode: keyof Round) => {
    const start = () =>
      startManagedProcess<PageLoad>({
        name: `pages (${mode})`,
        args: ['apps/server/tests/push/page-load.ts', file, mode, `${seconds}`],
        logFile: join(data, 'logs', `pages-${mode}.log`),
      })
    return whileRunning(
      start,
      ({ program }) => program,
      async ({ ready }) => ready,
    )
  }
  const rounds: Round[] = []
  for (let round = 0; round < roundsOf(size); round += 1)
    rounds.push({ idle: await load('idle'), polling: await load('polling'), stream: await load('stream') })
  return rounds
}
