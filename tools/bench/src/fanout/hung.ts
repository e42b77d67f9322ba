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
        const all = (sides: readonly ExitsMeasured[]) =>
          sides.reduce((sum, { capMs, pressMs }) => sum + capMs.length + pressMs.length, 0)
        const row = (
          name: string,
          sides: readonly ExitsMeasured[],
          of: keyof ExitsMeasured,
          share: number,
        ): BenchFigure => ({
          name,
          unit: 'ms',
          value: spreadOf(sides.map((side) => percentile(side[of], share))),
        })
        const p99 = (sides: readonly ExitsMeasured[]) => sides.map(({ capMs }) => percentile(capMs, 0.99))
        return {
          rounds,
          conditions: [
            "execution core and broker adapter of the product on the server's own PostgreSQL; every account holds a position under its stop",
            'event: the user lowers the loss cap of the day below what is lost, or presses Exit; one account after the other, counted until the first byte of the exit leaves',
            "a press includes the web role's transaction and the notification of PostgreSQL that reaches the executor",
            `the hung accounts want to leave, too; ${all(hung)} exits beside hung accounts, ${all(well)} without`,
          ],
          figures: [
            row(`${HUNG_ACCOUNTS} hung: exit leaves, p50`, hung, 'capMs', 0.5),
            row(`${HUNG_ACCOUNTS} hung: exit leaves, p99`, hung, 'capMs', 0.99),
            row(`${HUNG_ACCOUNTS} hung: press of Exit, p50`, hung, 'pressMs', 0.5),
            row(`${HUNG_ACCOUNTS} hung: press of Exit, p99`, hung, 'pressMs', 0.99),
            row('none hung: exit leaves, p50', well, 'capMs', 0.5),
            row('none hung: exit leaves, p99', well, 'capMs', 0.99),
            row('none hung: press of Exit, p99', well, 'pressMs', 0.99),
            { name: 'p99 hung ÷ none hung', unit: '×', value: spreadOf(ratiosOf(p99(hung), p99(well))) },
          ],
        }
      }),
    )
  },
}
