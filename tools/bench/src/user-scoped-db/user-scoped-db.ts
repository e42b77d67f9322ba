import { join } from 'node:path'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import { roundsOf, type Bench, type BenchFigure, type Size } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { withPostgres } from '../fanout/fixture.ts'
import { whileRunning } from '../while-running.ts'
import { percentile, ratiosOf, spreadOf } from '../statistics.ts'

const READS: Readonly<Record<Size, number>> = { full: 3000, smallest: 20 }

interface Timed {
  readonly serviceMs: readonly number[]
  readonly ownMs: readonly number[]
}

/** What it costs that the store itself keeps users apart: a read as the service, and the same through its user's session. */
export const userScopedDbBench: Bench = {
  name: 'user-scoped-db',
  title: "one read as the service, and through its user's session",
  async run(size) {
    const measured = await inEmptyFolder((data) =>
      withPostgres(data, async (addressFile) => {
        const rounds: Timed[] = []
        for (let round = 0; round < roundsOf(size); round += 1) rounds.push(await timed(data, addressFile, READS[size]))
        return rounds
      }),
    )
    const at = (side: keyof Timed, share: number) => measured.map((one) => percentile(one[side], share))
    const rows = (share: number): BenchFigure[] => {
      const [service, own] = [at('serviceMs', share), at('ownMs', share)]
      const label = `p${share * 100}`
      return [
        { name: `as the service, ${label}`, unit: 'ms', value: spreadOf(service) },
        { name: `through row-level security, ${label}`, unit: 'ms', value: spreadOf(own) },
        { name: `  with ÷ without, ${label}`, unit: '×', value: spreadOf(ratiosOf(own, service)) },
      ]
    }
    return {
      rounds: measured.length,
      conditions: [
        `a page of 50 notices of a user, ${READS[size]} reads a round of each kind, one of each in turn, one at a time, warm; until the rows are there`,
        "the server's own PostgreSQL over the machine's own network: a round trip elsewhere costs more; row-level security adds one before the rows, and its end passes behind them",
      ],
      figures: [...rows(0.5), ...rows(0.99)],
    }
  },
}

function timed(data: string, addressFile: string, reads: number): Promise<Timed> {
  const start = () =>
    startManagedProcess<Timed>({
      name: 'reads',
      args: ['tools/bench/src/user-scoped-db/timed-reads.ts', addressFile, `${reads}`],
      logFile: join(data, 'logs', 'reads.log'),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    async ({ ready }) => ready,
  )
}
