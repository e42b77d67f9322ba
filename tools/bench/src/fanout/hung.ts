import type { Bench, BenchFigure } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { percentile, ratiosOf, spreadOf } from '../statistics.ts'
import { onFreshSandbox, withPostgres } from './fixture.ts'
import { HUNG_ACCOUNTS, type ExitsMeasured } from './hung-competitor.ts'

const HUNG_ROUNDS = 3

/** Exits of accounts in good order while the brokers of two hundred others hang. */
export const hungBench: Bench = {
  name: 'hung',
  title: `event → exit request, with ${HUNG_ACCOUNTS} accounts whose broker takes connections and never answers`,
  async run(size) {
    const rounds = size === 'full' ? HUNG_ROUNDS : 1
    return inEmptyFolder((data) =>
      withPostgres(data, async (addressFile) => {
        const hung: ExitsMeasured[] = []
        const well: ExitsMeasured[] = []
        for (let round = 0; round < rounds; round += 1) {
          hung.push(await onFreshSandbox<ExitsMeasured>(data, 'fanout/hung', size, addressFile))
          well.push(await onFreshSandbox<ExitsMeasured>(data, 'fanout/well', size, addressFile))
        }
        const all = (sides: readonly ExitsMeasured[]) => sides.reduce((sum, { exitMs }) => sum + exitMs.length, 0)
        const row = (name: string, sides: readonly ExitsMeasured[], share: number): BenchFigure => ({
          name,
          unit: 'ms',
          value: spreadOf(sides.map(({ exitMs }) => percentile(exitMs, share))),
        })
        const p99 = (sides: readonly ExitsMeasured[]) => sides.map(({ exitMs }) => percentile(exitMs, 0.99))
        return {
          rounds,
          conditions: [
            "execution core and broker adapter of the product on the server's own PostgreSQL; every account holds a position under its stop",
            'event: the user lowers the loss cap of the day below what is lost; counted until the first byte of the exit leaves, one account after the other',
            `the hung accounts want to leave, too; ${all(hung)} exits beside hung accounts, ${all(well)} without`,
          ],
          figures: [
            row(`${HUNG_ACCOUNTS} hung: exit leaves, p50`, hung, 0.5),
            row(`${HUNG_ACCOUNTS} hung: exit leaves, p99`, hung, 0.99),
            row('none hung: exit leaves, p50', well, 0.5),
            row('none hung: exit leaves, p99', well, 0.99),
            { name: 'p99 hung ÷ none hung', unit: '×', value: spreadOf(ratiosOf(p99(hung), p99(well))) },
          ],
        }
      }),
    )
  },
}
