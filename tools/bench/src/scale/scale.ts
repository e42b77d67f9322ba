import type { CrowdLoad } from '../../../../apps/server/tests/push/crowd-load.ts'
import type { Bench, BenchFigure, Size } from '../bench.ts'
import { A_USER, loadPages } from '../connections/crowd.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { freshSandbox, withPostgres } from '../fanout/fixture.ts'
import { runCompetitor } from '../competitor-process.ts'
import { percentile, ratiosOf, spreadOf } from '../statistics.ts'
import type { AccountsMeasured } from './accounts.ts'

/** 1 ×, 10 ×, 100 ×. */
const ACCOUNTS: Readonly<Record<Size, readonly number[]>> = { full: [10, 100, 1_000], smallest: [2, 4, 8] }
const PAGES: Readonly<Record<Size, readonly number[]>> = { full: [100, 1_000, 10_000], smallest: [10, 20, 40] }
const SECONDS: Readonly<Record<Size, number>> = { full: 10, smallest: 2 }

/** Whether a hundred times the accounts, and a hundred times the pages, cost at most a hundred times as much. */
export const scaleBench: Bench = {
  name: 'scale',
  title: 'memory and processor time of an account and of a page, at 1 ×, 10 × and 100 × as many',
  async run(size) {
    const accounts: AccountsMeasured[] = []
    for (const count of ACCOUNTS[size]) accounts.push(await accountsOnSandbox(count))
    const pages: CrowdLoad[] = []
    for (const count of PAGES[size]) pages.push(await inEmptyFolder((data) => loadPages(data, count, SECONDS[size])))
    const ended = pages.reduce((sum, one) => sum + one.ended, 0)
    if (ended > 0) throw new Error(`${ended} connections ended`)
    const rows = (what: string, unit: string, counts: readonly number[], values: readonly number[]): BenchFigure[] =>
      values.map((value, i) => ({
        name: `${what}, ${counts[i]!.toLocaleString('en')}`,
        unit,
        value: spreadOf([value]),
      }))
    /** With how much one costs among 100 × as many, of what it costs among few. */
    const growth = (
      what: string,
      unit: string,
      counts: readonly number[],
      values: readonly number[],
    ): BenchFigure[] => [
      ...rows(what, unit, counts, values),
      { name: '  one at 100 × ÷ one at 1 ×', unit: '×', value: spreadOf(ratiosOf([values.at(-1)!], [values[0]!])) },
    ]
    const [accountCounts, pageCounts] = [ACCOUNTS[size], PAGES[size]]
    const ofAccounts = (what: string, unit: string, of: (one: AccountsMeasured) => number) =>
      growth(`accounts: ${what}`, unit, accountCounts, accounts.map(of))
    const ofPages = (what: string, unit: string, of: (one: CrowdLoad) => number) =>
      growth(`pages: ${what}`, unit, pageCounts, pages.map(of))
    return {
      rounds: 1,
      conditions: [
        'a unit costs the same at 1.00 ×; below it, the fixed part is divided among more',
        "accounts: execution core, broker adapter and the server's own PostgreSQL, on the sandbox at speed 1; a fresh process and sandbox a size; processor time of the trader alone, with warm code: of an order, and of an account that is left alone with its trade for 5 s",
        `pages: streaming pages, ${A_USER} of each user with a trade open, on one web process; five topics each, two moments of the market a second; processor time of the process in ${SECONDS[size]} s`,
        'memory: resident size after a collection, less that before the accounts, and less that with the first pages',
      ],
      figures: [
        ...ofAccounts('processor time of an order', 'µs', (one) => one.cpuUsPerOrder),
        ...ofAccounts('processor time with an open trade', 'µs/s', (one) => one.cpuUsEach),
        ...ofAccounts('memory', 'kB/account', (one) => one.bytesEach / 1000),
        ...ofPages('processor time', 'µs/s', (one) => one.cpuUsEach),
        ...ofPages('memory', 'kB/page', (one) => one.bytesEach / 1000),
        ...rows(
          'pages: event to page, p99',
          'ms',
          pageCounts,
          pages.map((one) => percentile(one.quietMs, 0.99)),
        ),
      ],
    }
  },
}

function accountsOnSandbox(count: number): Promise<AccountsMeasured> {
  return inEmptyFolder((data) =>
    withPostgres(data, (addressFile) =>
      freshSandbox(data, (http) => runCompetitor<AccountsMeasured>('scale/accounts', http, addressFile, `${count}`)),
    ),
  )
}
