import { startSandbox } from '../../../../../scripts/world.ts'
import { ROUNDS, type Bench, type Figure } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { BENCH_DAY } from '../market/bench-session.ts'
import { whileRunning } from '../running.ts'
import { inTurn, runSide } from '../side-process.ts'
import type { SideName } from '../side.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { ACCOUNTS, type BurstMeasured } from './burst.ts'

/** Market time passes as real time does, so the broker's delays and limits are those of a real day. */
const SANDBOX_ARGS = ['--port', '0', '--smtp-port', '0', '--speed', '1', '--start', `${BENCH_DAY}T10:00`]

/** One buy decision for a hundred accounts: from the decision to the last order request. */
export const fanoutBench: Bench = {
  name: 'fanout',
  title: `decision → last order request, ${ACCOUNTS} accounts on the sandbox`,
  async run() {
    return inEmptyFolder(async (data) => {
      const { ours, peers } = await inTurn(
        ROUNDS,
        () => onFreshSandbox(data, 'fanout/executor'),
        () => onFreshSandbox(data, 'fanout/bare'),
      )
      const bursts = [...ours, ...peers].flat()
      const sum = (of: (burst: BurstMeasured) => number) => bursts.reduce((total, burst) => total + of(burst), 0)
      const [duplicates, lost] = [sum((burst) => burst.duplicates), sum((burst) => burst.lost)]
      if (duplicates + lost > 0) throw new Error(`${duplicates} order requests were doubled and ${lost} lost`)
      return {
        rounds: ROUNDS,
        conditions: [
          'execution core with its in-memory store; a client, a token and a socket an account; the sandbox is a program of its own, at speed 1',
          'fresh sandbox, process and accounts a side and round; cold: first use of code and order connections, warm: second burst, connections open',
          `by the exchange's log: ${sum((burst) => burst.accounts)} accounts, 0 order requests doubled, 0 lost`,
        ],
        figures: [...figuresOf('cold', 0, ours, peers), ...figuresOf('warm', 1, ours, peers)],
      }
    })
  },
}

async function onFreshSandbox(data: string, side: SideName): Promise<BurstMeasured[]> {
  return whileRunning(
    () => startSandbox({ data, onTrouble: console.error }, SANDBOX_ARGS),
    ({ program }) => program,
    ({ http }) => runSide<BurstMeasured[]>(side, http),
  )
}

function figuresOf(
  name: 'cold' | 'warm',
  burst: 0 | 1,
  ours: readonly BurstMeasured[][],
  bare: readonly BurstMeasured[][],
): Figure[] {
  const each = (rounds: readonly BurstMeasured[][], of: (measured: BurstMeasured) => number) =>
    rounds.map((bursts) => of(bursts[burst]!))
  const last = each(ours, (one) => one.lastAnsweredMs)
  const bareLast = each(bare, (one) => one.lastAnsweredMs)
  const row = (what: string, unit: string, values: readonly number[]): Figure => ({
    name: `${name}: ${what}`,
    unit,
    value: spreadOf(values),
  })
  return [
    row(
      'last order request leaves',
      'ms',
      each(ours, (one) => one.lastSentMs),
    ),
    row('last order request answered', 'ms', last),
    row(
      'answered, p50',
      'ms',
      each(ours, (one) => one.p50Ms),
    ),
    row(
      'answered, p99',
      'ms',
      each(ours, (one) => one.p99Ms),
    ),
    row(
      'order requests',
      'orders/s',
      each(ours, (one) => (1000 * one.accounts) / one.lastAnsweredMs),
    ),
    row(
      'CPU of the trader',
      'µs/order',
      each(ours, (one) => one.cpuUsPerOrder),
    ),
    row('bare loop: last answered', 'ms', bareLast),
    row('÷ bare loop', '×', ratiosOf(last, bareLast)),
  ]
}
