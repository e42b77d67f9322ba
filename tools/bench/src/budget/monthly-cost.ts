import prices from './prices.json' with { type: 'json' }

export type Prices = Readonly<Record<keyof typeof prices, number>>

/** Prices and assumptions of `prices.json`, which names the source of each. */
export const PRICES: Prices = Object.fromEntries(
  Object.entries(prices).map(([name, { value }]) => [name, value]),
) as Prices

/** What a page in sight costs, as measured. */
export interface PageCost {
  /** Processor time of the web role, in ms, in one second. */
  readonly cpuMs: number
  /** Bytes in both directions in one second. */
  readonly bytes: number
  /** Of a server without a page open, with its store: share of a vCPU. */
  readonly restingShare: number
}

/** What a service costs a user and month, in rupees. */
export interface MonthlyCost {
  readonly vcpus: number
  readonly machineRupees: number
  readonly trafficRupees: number
  readonly rupees: number
}

/** Users with a page in sight whom one vCPU carries at the planned utilisation. */
export function usersPerVcpu({ cpuMs }: Pick<PageCost, 'cpuMs'>, { utilisation }: Prices = PRICES): number {
  return (1000 * utilisation) / cpuMs
}

/** The cost of a user and month with `users` subscribers. vCPUs are rented in pairs. */
export function monthlyCost(users: number, page: PageCost, price: Prices = PRICES): MonthlyCost {
  const busy = page.restingShare + (users * price.watching_at_once * page.cpuMs) / 1000
  const vcpus = Math.max(price.least_vcpus, 2 * Math.ceil(busy / price.utilisation / 2))
  const machineRupees = (vcpus * price.vcpu_hour_rupees * price.machine_hours_a_month) / users
  const seconds = price.sessions_a_month * price.watched_hours_a_session * 3600
  const trafficRupees = ((seconds * page.bytes) / 1e9) * price.gigabyte_out_rupees
  return { vcpus, machineRupees, trafficRupees, rupees: machineRupees + trafficRupees }
}
