// One side of a bench, in a process of its own: measures, prints one JSON value, ends.
import type { Size } from './bench.ts'
import type { BurstMeasured } from './fanout/burst.ts'
import type { ExitsMeasured } from './fanout/hung-side.ts'
import type { LibraryName } from './indicators/library.ts'

/** Loaded when asked for, so that a side carries nothing of the others. */
const SIDES = {
  'pipeline/whole': async () => (await import('./pipeline/sides.ts')).wholeSide(),
  'pipeline/decode': async () => (await import('./pipeline/sides.ts')).decodeSide(),
  'ticks/ours': async () => (await import('./ticks/sides.ts')).oursSide(),
  'ticks/official': async () => (await import('./ticks/sides.ts')).officialSide(),
  'indicators/library': async (library: string, size: string) =>
    (await import('./indicators/sides.ts')).librarySide(library as LibraryName, size as Size),
  'live/ours': async (size: string) => (await import('./live/sides.ts')).liveSide(size as Size),
  'live/bare': async (size: string) => (await import('./live/sides.ts')).bareSide(size as Size),
  'growth/units': async (size: string) => (await import('./growth/sides.ts')).growthSide(size as Size),
  'backtest/whole': async (threads: string, files: string) =>
    (await import('./backtest/sides.ts')).wholeSide(threads === 'one' ? 'one' : 'all', files),
  'backtest/bare': async (files: string) => (await import('./backtest/sides.ts')).bareSide(files),
  'recorder/columns': async (feed: string, size: string) =>
    (await import('./recorder/sides.ts')).columnsSide(feed, size as Size),
  'recorder/lines': async (feed: string, size: string) =>
    (await import('./recorder/sides.ts')).linesSide(feed, size as Size),
  'fanout/executor': async (url: string, addressFile: string): Promise<BurstMeasured[]> =>
    (await import('./fanout/sides.ts')).executorSide(url, addressFile),
  'fanout/bare': async (url: string): Promise<BurstMeasured[]> => (await import('./fanout/sides.ts')).bareSide(url),
  'fanout/instant': async (url: string): Promise<BurstMeasured[]> =>
    (await import('./fanout/sides.ts')).instantSide(url),
  'fanout/hung': async (url: string, addressFile: string): Promise<ExitsMeasured> =>
    (await import('./fanout/hung-side.ts')).hungSide(url, addressFile, true),
  'fanout/well': async (url: string, addressFile: string): Promise<ExitsMeasured> =>
    (await import('./fanout/hung-side.ts')).hungSide(url, addressFile, false),
} as const

export type SideName = keyof typeof SIDES

const [name, ...args] = process.argv.slice(2)
if (name === undefined || !Object.hasOwn(SIDES, name))
  throw new Error(`no side '${name ?? ''}': one of ${Object.keys(SIDES).join(', ')}`)
process.stdout.write(JSON.stringify(await SIDES[name as SideName](args[0] ?? '', args[1] ?? '')))
