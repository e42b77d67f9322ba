import type { Bench, BenchFigure } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { ACCOUNTS, type BurstMeasured } from './burst.ts'
import { onFreshSandbox, withPostgres } from './fixture.ts'

/** A round takes most of a minute: a thousand accounts are opened for each side and burst. */
const FANOUT_ROUNDS = 3

type Rounds = readonly (readonly BurstMeasured[])[]

/** One buy decision for a thousand accounts: from the decision to the answer to the last order request. */
export const fanoutBench: Bench = {
  name: 'fanout',
  title: 'decision → last order request of all accounts on the sandbox',
  async run(size) {
    const rounds = size === 'full' ? FANOUT_ROUNDS : 1
    return inEmptyFolder((data) =>
      withPostgres(data, async (addressFile) => {
        const postgres: BurstMeasured[][] = []
        const memory: BurstMeasured[][] = []
        const bare: BurstMeasured[][] = []
        const instant: BurstMeasured[][] = []
        for (let round = 0; round < rounds; round += 1) {
          postgres.push(await onFreshSandbox(data, 'fanout/executor', size, addressFile))
          bare.push(await onFreshSandbox(data, 'fanout/bare', size))
          memory.push(await onFreshSandbox(data, 'fanout/executor', size))
        }
        instant.push(await onFreshSandbox(data, 'fanout/instant', size))
        const bursts = [...postgres, ...memory, ...bare].flat()
        const sum = (of: (burst: BurstMeasured) => number) => bursts.reduce((total, burst) => total + of(burst), 0)
        const [duplicates, lost] = [sum((burst) => burst.duplicates), sum((burst) => burst.lost)]
        if (duplicates + lost > 0) throw new Error(`${duplicates} order requests were doubled and ${lost} lost`)
        return {
          rounds,
          conditions: [
            `${ACCOUNTS[size]} accounts`,
            "execution core and broker adapter of the product; a client, a token and a socket an account; the server's own PostgreSQL with its own settings, or memory",
            'the sandbox is a program of its own, at speed 1; fresh sandbox, process and accounts a side and round; order connections are open',
            'cold: code that never ran before in its process; warm: a second burst of fresh accounts',
            'bare loop: the same requests by the same clients at once, nothing stored; instant broker: the same, once, at a server that only answers: what the sandbox itself takes',
            `by the exchange's log: ${sum((burst) => burst.accounts)} entries, 0 order requests doubled, 0 lost`,
          ],
          figures: [
            ...figuresOf('cold', 0, { postgres, memory, bare, instant }),
            ...figuresOf('warm', 1, { postgres, memory, bare, instant }),
          ],
        }
      }),
    )
  },
}

function figuresOf(
  name: 'cold' | 'warm',
  burst: 0 | 1,
  sides: Readonly<Record<'postgres' | 'memory' | 'bare' | 'instant', Rounds>>,
): BenchFigure[] {
  const row = (
    side: keyof typeof sides,
    what: string,
    unit: string,
    of: (measured: BurstMeasured) => number,
  ): BenchFigure => ({
    name: `${name}, ${side}: ${what}`,
    unit,
    value: spreadOf(sides[side].map((bursts) => of(bursts[burst]!))),
  })
  const last = (side: keyof typeof sides) => sides[side].map((bursts) => bursts[burst]!.lastAnsweredMs)
  const overBaseline = (side: 'postgres' | 'memory'): BenchFigure => ({
    name: `${name}, ${side} ÷ bare loop`,
    unit: '×',
    value: spreadOf(ratiosOf(last(side), last('bare'))),
  })
  const core = (side: 'postgres' | 'memory'): BenchFigure[] => [
    row(side, 'last order request leaves', 'ms', (one) => one.lastSentMs),
    row(side, 'last order request answered', 'ms', (one) => one.lastAnsweredMs),
    row(side, 'answered, p50', 'ms', (one) => one.p50Ms),
    row(side, 'answered, p99', 'ms', (one) => one.p99Ms),
    row(side, 'CPU of the trader', 'µs/order', (one) => one.cpuUsPerOrder),
    row(side, 'held back: price too old or gone', 'accounts', (one) => one.heldBack),
  ]
  return [
    ...core('postgres'),
    ...core('memory'),
    row('bare', 'last answered', 'ms', (one) => one.lastAnsweredMs),
    row('bare', 'CPU', 'µs/order', (one) => one.cpuUsPerOrder),
    row('instant', 'last answered', 'ms', (one) => one.lastAnsweredMs),
    overBaseline('postgres'),
    overBaseline('memory'),
  ]
}
