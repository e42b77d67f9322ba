import { readFileSync } from 'node:fs'
import { BENCHMARKS } from '../../../../scripts/benchmarks/document.ts'
import type { Bench, BenchFigure } from '../bench.ts'
import { spreadOf } from '../statistics.ts'
import { monthlyCost, PRICES, usersPerVcpu, type PageCost } from './monthly-cost.ts'
import { recordedFigure } from './recorded-figure.ts'

const USERS = [1000, 10_000, 100_000, 1_000_000] as const

/** What a subscriber costs a month, calculated from recorded figures and a file of prices; nothing is measured here. */
export const budgetBench: Bench = {
  name: 'budget',
  title: 'rupees for a user and month, from the figures of `push` and `rest` and `prices.json`',
  run() {
    const document = readFileSync(BENCHMARKS, 'utf8')
    const page: PageCost = {
      cpuMs: recordedFigure(document, 'push', 'stream, CPU of the server'),
      bytes: 1000 * recordedFigure(document, 'push', 'stream, bytes'),
      restingShare:
        (recordedFigure(document, 'rest', 'server, CPU') + recordedFigure(document, 'rest', 'PostgreSQL, CPU')) / 100,
    }
    const whole = { ...PRICES, watched_hours_a_session: 6.25 }
    return Promise.resolve({
      rounds: 1,
      conditions: [
        `a page in sight over the stream: ${page.cpuMs} ms of the web role and ${page.bytes / 1000} kB a second, by \`push\`; a server at rest with its store: ${(100 * page.restingShare).toFixed(1)} % of a vCPU, by \`rest\`; those figures are of the machine and day that stand with them`,
        `prices and assumptions with their sources: tools/bench/src/budget/prices.json. Among them ₹${PRICES.vcpu_hour_rupees} a vCPU and hour, ₹${PRICES.gigabyte_out_rupees} a gigabyte, ${PRICES.watched_hours_a_session} hour of ${PRICES.sessions_a_month} sessions a month with the page in sight, ${100 * PRICES.watching_at_once} % of the users at once`,
        'without orders, which wait for the broker, and without TLS, mail and payment fees',
      ],
      figures: [
        { name: 'users with a page in sight', unit: '/vCPU', value: once(usersPerVcpu(page)) },
        { name: 'traffic of a page in sight', unit: 'bytes/user and s', value: once(page.bytes) },
        ...USERS.flatMap((users) => figuresAt(users, page)),
        {
          name: `${USERS[1].toLocaleString('en-IN')} users, the page in sight all session`,
          unit: '₹/user and month',
          value: once(monthlyCost(USERS[1], page, whole).rupees),
        },
      ],
    })
  },
}

function figuresAt(users: number, page: PageCost): BenchFigure[] {
  const { vcpus, machineRupees, trafficRupees, rupees } = monthlyCost(users, page)
  const name = `${users.toLocaleString('en-IN')} users`
  const unit = '₹/user and month'
  return [
    { name, unit, value: once(rupees) },
    { name: `  machines (${vcpus} vCPUs)`, unit, value: once(machineRupees) },
    { name: '  traffic', unit, value: once(trafficRupees) },
  ]
}

const once = (value: number) => spreadOf([value])
