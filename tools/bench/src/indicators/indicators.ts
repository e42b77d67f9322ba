import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { roundsOf, type Bench, type BenchFigure } from '../bench.ts'
import { runCompetitor } from '../competitor-process.ts'
import { pythonPeers } from '../python/python-peers.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { seededBars } from './bars.ts'
import { INDICATOR_NAMES, PEERS, type LibraryName } from './library.ts'
import { assertSameValues, SETTLED_BARS } from './same-values.ts'
import { TalibPeer } from './talib.ts'
import { BARS, type LibraryMeasured } from './competitors.ts'

const COMPETITORS: readonly LibraryName[] = ['product', ...PEERS]

/** A bar through six indicators, one value at a time, against the libraries that can do that. */
export const indicatorsBench: Bench = {
  name: 'indicators',
  title: 'streaming indicators against npm libraries and TA-Lib',
  async run(size) {
    const rounds = roundsOf(size)
    const bars = seededBars(BARS)
    const differences: number[] = []
    for (const peer of PEERS) differences.push(await assertSameValues(peer, bars))

    const talib = new TalibPeer(await pythonPeers(size), bars)
    const measured = new Map(COMPETITORS.map((side) => [side, [] as LibraryMeasured[]]))
    for (let round = 0; round < rounds; round += 1) {
      for (const side of COMPETITORS)
        measured.get(side)!.push(await runCompetitor<LibraryMeasured>('indicators/library', side, size))
      await talib.measure()
    }
    const of = (side: LibraryName, read: (one: LibraryMeasured) => number) => measured.get(side)!.map(read)

    const speeds = INDICATOR_NAMES.flatMap((name): BenchFigure[] => {
      const nsOf = (side: LibraryName) => of(side, (one) => one.nsPerBar[name])
      return [
        { name, unit: 'ns/bar', value: spreadOf(nsOf('product')) },
        ...PEERS.map((peer) => ({
          name: `  ${peer} ÷ ours`,
          unit: '×',
          value: spreadOf(ratiosOf(nsOf(peer), nsOf('product'))),
        })),
      ]
    })
    const memory = COMPETITORS.flatMap((side): BenchFigure[] => [
      {
        name: `${side}: kept, collected`,
        unit: 'bytes/bar',
        value: spreadOf(of(side, (one) => one.retainedBytesPerBar)),
      },
      { name: `${side}: allocated`, unit: 'bytes/bar', value: spreadOf(of(side, (one) => one.allocatedBytesPerBar)) },
    ])
    return {
      rounds,
      conditions: [
        `${PEERS.map((peer) => `${peer} ${versionOf(peer)}`).join(', ')}; fresh process a library and round, warm code, ${BARS} bars over and over`,
        `compared before: all values from bar ${SETTLED_BARS} on are the same within ${Math.max(...differences).toExponential(0)}, but for technicalindicators' RSI, which is rounded`,
        'bytes: of all six indicators together',
        talib.condition,
      ],
      figures: [...speeds, ...talib.figures(measured.get('product')!), ...memory],
    }
  },
}

const { resolve } = createRequire(import.meta.url)

/** Version of an installed package; `exports` may hide its package.json, so it is found from its entry. */
function versionOf(name: string): string {
  const entry = resolve(name)
  const folder = entry.slice(0, entry.indexOf(name) + name.length)
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string }
  return version
}
