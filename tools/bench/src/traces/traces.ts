import { startOtlpReceiver, type OtlpReceiver } from '../../../../apps/server/tests/tracing/otlp-receiver.ts'
import { startSandbox } from '../../../../scripts/dev-stack.ts'
import { roundsOf, type Bench, type BenchFigure, type Size } from '../bench.ts'
import { runCompetitor } from '../competitor-process.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { SANDBOX_ARGS, withPostgres } from '../fanout/fixture.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { whileRunning } from '../while-running.ts'
import { ACCOUNTS, DECISIONS, WARM_DECISIONS, type TracedRun, type TracesMeasured } from './traced-run.ts'

/** Every so many-th decision is sampled; 0: tracing is off, as it is by default. */
const SAMPLED_EVERY = { off: 0, usual: 10, always: 1 } as const
type Side = keyof typeof SAMPLED_EVERY

type Rounds = Record<Side, TracesMeasured[]>

/** What tracing costs the trader, when one decision in ten is sampled and when each is. */
export const tracesBench: Bench = {
  name: 'traces',
  title: 'orders with tracing off, with a tenth of the decisions sampled and with all of them',
  async run(size) {
    const measured: Rounds = { off: [], usual: [], always: [] }
    await inEmptyFolder((data) =>
      withPostgres(data, async (addressFile) => {
        for (let round = 0; round < roundsOf(size); round += 1) {
          const sides: readonly Side[] = ['off', 'usual', 'always']
          // What comes first meets another state of the machine: each side does in turn.
          for (const side of round % 2 === 0 ? sides : sides.toReversed())
            measured[side].push(await measure(data, addressFile, size, side))
        }
      }),
    )
    const orders = Object.values(measured).flatMap((rounds) => rounds.map((one) => one.orders))
    return {
      rounds: roundsOf(size),
      conditions: [
        `${DECISIONS[size]} decisions, each for ${ACCOUNTS[size]} fresh accounts at the sandbox, after ${WARM_DECISIONS} that are not measured; ${Math.min(...orders)} to ${Math.max(...orders)} order calls a run; prices are shown one percent higher than they are, so that every entry is filled at once`,
        "execution core, broker adapter, spans and histograms of the product's trader; the server's own PostgreSQL; a process and a sandbox of its own a side and round, the sides of a round one after the other and in turn",
        'sampled: the SDK of deploy/opentelemetry, exporting to a collector in the process of the bench; off: no SDK, as by default. The sampled decisions are the same in each round, and each account that entered on one left its claim at the collector',
        'CPU of the process from each decision until no order call was made for half a second, so that fills, stops and the export are part of it; the roles market and web, which make three spans of a trace, are not',
      ],
      figures: figuresOf(measured),
    }
  },
}

function figuresOf(rounds: Rounds): BenchFigure[] {
  const figure = (side: Side, of: (one: TracesMeasured) => number) => rounds[side].map(of)
  const rows = (what: string, unit: string, of: (one: TracesMeasured) => number): BenchFigure[] => [
    { name: `off: ${what}`, unit, value: spreadOf(figure('off', of)) },
    { name: `a tenth sampled: ${what}`, unit, value: spreadOf(figure('usual', of)) },
    { name: `all sampled: ${what}`, unit, value: spreadOf(figure('always', of)) },
    { name: '  a tenth sampled ÷ off', unit: '×', value: spreadOf(ratiosOf(figure('usual', of), figure('off', of))) },
    { name: '  all sampled ÷ off', unit: '×', value: spreadOf(ratiosOf(figure('always', of), figure('off', of))) },
  ]
  return [
    ...rows('CPU of the trader', 'µs/order', (one) => one.cpuUsPerOrder),
    ...rows('decision → answer, p50', 'ms', (one) => one.p50Ms),
    ...rows('decision → answer, p99', 'ms', (one) => one.p99Ms),
  ]
}

async function measure(data: string, addressFile: string, size: Size, side: Side): Promise<TracesMeasured> {
  const collector = await startOtlpReceiver()
  try {
    const sampledEvery = SAMPLED_EVERY[side]
    const measured = await whileRunning(
      () => startSandbox({ data, onProblem: console.error }, SANDBOX_ARGS),
      ({ program }) => program,
      ({ http }) => {
        const run: TracedRun = { http, addressFile, size, sampledEvery, collectorUrl: collector.url }
        return runCompetitor<TracesMeasured>('traces/trader', JSON.stringify(run))
      },
    )
    requireTraces(collector, side, measured)
    return measured
  } finally {
    collector.close()
  }
}

/** Throws unless each sampled entry left its claim and its order at the collector, and nothing did with tracing off. */
function requireTraces({ spans }: OtlpReceiver, side: Side, { sampledAccounts }: TracesMeasured): void {
  const count = (name: string) => spans.filter((span) => span.name === name).length
  const claims = count('strikewise.claim')
  const orders = count('strikewise.order')
  if (claims < sampledAccounts || orders < sampledAccounts || (side === 'off') !== (spans.length === 0))
    throw new Error(
      `${side}: ${claims} claims and ${orders} orders of ${sampledAccounts} sampled entries were exported`,
    )
}
