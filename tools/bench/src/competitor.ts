// One side of a bench, in a process of its own: measures, prints one JSON value, ends.
import type { Size } from './bench.ts'
import type { BurstMeasured } from './fanout/burst.ts'
import type { ExitsMeasured } from './fanout/hung-competitor.ts'
import type { LibraryName } from './indicators/library.ts'
import type { TracedRun, TracesMeasured } from './traces/traced-run.ts'

/** Loaded when asked for, so that a side carries nothing of the others. */
const COMPETITORS = {
  'pipeline/whole': async () => (await import('./pipeline/competitors.ts')).fullCompetitor(),
  'pipeline/decode': async () => (await import('./pipeline/competitors.ts')).decodeCompetitor(),
  'ticks/ours': async () => (await import('./ticks/competitors.ts')).productCompetitor(),
  'ticks/official': async () => (await import('./ticks/competitors.ts')).officialCompetitor(),
  'indicators/library': async (library: string, size: string) =>
    (await import('./indicators/competitors.ts')).libraryCompetitor(library as LibraryName, size as Size),
  'live/ours': async (size: string) => (await import('./live/competitors.ts')).liveCompetitor(size as Size),
  'live/bare': async (size: string) => (await import('./live/competitors.ts')).baselineCompetitor(size as Size),
  'growth/units': async (size: string) => (await import('./growth/competitors.ts')).growthCompetitor(size as Size),
  'backtest/whole': async (threads: string, files: string) =>
    (await import('./backtest/competitors.ts')).fullCompetitor(threads === 'one' ? 'one' : 'all', files),
  'backtest/bare': async (files: string) => (await import('./backtest/competitors.ts')).baselineCompetitor(files),
  'recorder/columns': async (feed: string, size: string) =>
    (await import('./recorder/competitors.ts')).columnsCompetitor(feed, size as Size),
  'recorder/lines': async (feed: string, size: string) =>
    (await import('./recorder/competitors.ts')).linesCompetitor(feed, size as Size),
  'alerts/sorted': async (size: string) => (await import('./alerts/competitors.ts')).sortedCompetitor(size as Size),
  'alerts/loop': async (size: string) => (await import('./alerts/competitors.ts')).loopCompetitor(size as Size),
  'intents/claims': async (batch: string, addressFile: string, size: string) =>
    (await import('./intents/claims.ts')).claimsCompetitor(Number(batch), addressFile, size as Size),
  'fanout/executor': async (url: string, addressFile: string, size: string): Promise<BurstMeasured[]> =>
    (await import('./fanout/competitors.ts')).executorCompetitor(url, addressFile, size as Size),
  'fanout/bare': async (url: string, _: string, size: string): Promise<BurstMeasured[]> =>
    (await import('./fanout/competitors.ts')).baselineCompetitor(url, size as Size),
  'fanout/instant': async (url: string, _: string, size: string): Promise<BurstMeasured[]> =>
    (await import('./fanout/competitors.ts')).instantCompetitor(url, size as Size),
  'scale/accounts': async (url: string, addressFile: string, accounts: string) =>
    (await import('./scale/accounts.ts')).accountsCompetitor(url, addressFile, Number(accounts)),
  'fanout/hung': async (url: string, addressFile: string): Promise<ExitsMeasured> =>
    (await import('./fanout/hung-competitor.ts')).hungCompetitor(url, addressFile, true),
  'fanout/well': async (url: string, addressFile: string): Promise<ExitsMeasured> =>
    (await import('./fanout/hung-competitor.ts')).hungCompetitor(url, addressFile, false),
  'traces/trader': async (run: string): Promise<TracesMeasured> =>
    (await import('./traces/traced-run.ts')).tracedCompetitor(JSON.parse(run) as TracedRun),
} as const

export type CompetitorName = keyof typeof COMPETITORS

const [name, ...args] = process.argv.slice(2)
if (name === undefined || !Object.hasOwn(COMPETITORS, name))
  throw new Error(`no side '${name ?? ''}': one of ${Object.keys(COMPETITORS).join(', ')}`)
process.stdout.write(
  JSON.stringify(await COMPETITORS[name as CompetitorName](args[0] ?? '', args[1] ?? '', args[2] ?? '')),
)
