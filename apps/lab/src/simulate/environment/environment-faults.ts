import { CONTRACTS } from '../session/contracts.ts'
import { runUserActions } from './user-actions.ts'
import { runUserInstructions } from './user-instructions.ts'
import { runUserApprovals } from './user-approvals.ts'
import { runUserTickets } from './user-tickets.ts'
import { injectClockFault } from './clocks.ts'
import type { SimProcess } from './sim-process.ts'
import type { Simulation } from './simulation.ts'

/** How often something that lasts may begin. */
export const CHECK_INTERVAL_MS = 3_000

/** Begins what may go wrong for a while: with the surroundings, the processes, the users. */
export function injectEnvironmentFaults(simulation: Simulation): void {
  injectSurroundingFaults(simulation)
  for (const process of simulation.processes) injectProcessFaults(simulation, process)
  for (const account of simulation.accounts) {
    injectBrokerFaults(simulation, account)
    runUserActions(simulation, account)
    runUserInstructions(simulation, account)
    runUserTickets(simulation, account)
    runUserApprovals(simulation, account)
  }
}

function injectSurroundingFaults(simulation: Simulation): void {
  const { chooser, faultConditions, time, feed } = simulation
  const until = (ms: number) => time.now + ms
  const down = chooser.choose('broker_down', 'broker')
  if (down === 1) faultConditions.brokerDownUntil = until(9_000)
  if (down === 2) faultConditions.placingDownUntil = until(15_000)
  const store = chooser.choose('store_down', 'store')
  if (store > 0) {
    faultConditions.storeDownUntil = until([800, 6_000, 20_000][store - 1]!)
    const lost = chooser.choose('tail_lost', 'store')
    if (lost > 0) simulation.loseTail([1, 4][lost - 1]!)
  }
  const slow = chooser.choose('writes_slow', 'store')
  if (slow > 0)
    faultConditions.writesSlowUntil = Math.max(faultConditions.writesSlowUntil, until([15_000, 40_000][slow - 1]!))
  if (chooser.choose('disk_full', 'disk') > 0) faultConditions.diskFullUntil = until(20_000)
  const silent = chooser.choose('feed_silent', 'feed')
  if (silent > 0) {
    feed.freeze()
    faultConditions.feedSilentUntil = Math.max(faultConditions.feedSilentUntil, until(silent * 6_000))
  }
  for (const { token } of CONTRACTS) {
    const frozen = chooser.choose('contract_frozen', `${token}`)
    if (frozen === 0) continue
    feed.freeze()
    const before = faultConditions.contractQuoteStaleUntil.get(token) ?? 0
    faultConditions.contractQuoteStaleUntil.set(token, Math.max(before, until(frozen * 5_000)))
  }
  const away = chooser.choose('bus_away', 'bus')
  if (away > 0) faultConditions.busDownUntil = Math.max(faultConditions.busDownUntil, until([3_000, 9_000][away - 1]!))
  const cut = chooser.choose('bus_partitioned', 'bus')
  if (cut > 0) {
    feed.freeze()
    faultConditions.partitionedUntil = Math.max(faultConditions.partitionedUntil, until(cut * 10_000))
    faultConditions.feedSilentUntil = Math.max(faultConditions.feedSilentUntil, until(cut * 10_000))
  }
  for (const { token } of CONTRACTS) {
    const quiet = chooser.choose('no_trades', `${token}`)
    if (quiet > 0) faultConditions.tradelessUntil.set(token, until(quiet * 6_000))
  }
  for (const [contract, { token }] of CONTRACTS.entries()) {
    const bidAbsent = chooser.choose('bid_absent', `${token}`)
    if (bidAbsent > 0) simulation.removeBid(contract, [4_000, 12_000, 40_000][bidAbsent - 1]!)
  }
  for (const { token } of CONTRACTS) {
    const freak = chooser.choose('freak_price', `${token}`)
    if (freak > 0) feed.show(token, FREAKS[freak - 1]!, true)
  }
}

const FREAKS = [
  { bid: 0, ask: 0, last: 0, askQuantity: 0 },
  { bid: -500, ask: 15_000, last: 15_000, askQuantity: 100 },
  { bid: Number.NaN, ask: Number.NaN, last: Number.NaN, askQuantity: 0 },
  { bid: 20_000, ask: 15_000, last: 15_000, askQuantity: 100 },
  { bid: 900_000, ask: 900_100, last: 900_000, askQuantity: 100 },
] as const

function injectProcessFaults(simulation: Simulation, process: SimProcess): void {
  const { chooser, time } = simulation
  const entity = `slot${process.slot}`
  const freeze = chooser.choose('freeze', entity)
  if (freeze > 0) process.stalledUntil = Math.max(process.stalledUntil, time.now + [5_000, 14_000, 40_000][freeze - 1]!)
  if (chooser.choose('loop_blocked', entity) > 0)
    process.stalledUntil = Math.max(process.stalledUntil, time.now + 2_000)
  const suspended = chooser.choose('suspended', entity)
  if (suspended > 0) {
    const ms = [4_000, 14_000][suspended - 1]!
    process.suspend(ms)
  }
  const back = chooser.choose('set_back', entity)
  if (back > 0) {
    // It stands still for a moment, and its clock is set back meanwhile.
    const ms = [1_500, 3_000][back - 1]!
    process.stalledUntil = Math.max(process.stalledUntil, time.now + ms)
    process.clockStep -= ms
    time.after(6_000, () => (process.clockStep = 0))
  }
  const step = chooser.choose('clock_step', entity)
  if (step > 0) process.clockStep = [-1_500, 1_500, -5_000, 4_000][step - 1]!
  injectClockFault(simulation, process.machine, entity)
  if (chooser.choose('deploy', entity) > 0) process.do(() => simulation.close(process))
}

function injectBrokerFaults(simulation: Simulation, account: string): void {
  const { chooser, exchange, time, faultConditions, processes } = simulation
  const until = (ms: number) => time.now + ms
  // Only the user can resolve these two, by a new login or through the broker; the program is notified of it.
  const recoveredAfter = (ms: number) => time.after(ms, () => simulation.change(account, simulation.factsOf(account)))
  const own = faultConditions.of(account)
  const fault = chooser.choose('token_expired', account)
  if (fault > 0) {
    own.tokenExpiredUntil = Math.max(own.tokenExpiredUntil, until(fault * 8_000))
    recoveredAfter(fault * 8_000)
  }
  if (chooser.choose('address_refused', account) > 0) {
    own.addressRefusedUntil = until(8_000)
    recoveredAfter(8_000)
  }
  if (simulation.shape.wire === true && chooser.choose('relogin', account) > 0) simulation.logInAgain(account)
  const stale = chooser.choose('book_stale', account)
  if (stale > 0) {
    exchange.setFault(account, { kind: 'book_lag', lagMs: [3_000, 20_000, 600_000][stale - 1]! }, time.now)
    time.after(stale * 9_000, () => exchange.setFault(account, { kind: 'book_lag', lagMs: 0 }, time.now))
  }
  const unread = chooser.choose('funds_unread', account)
  if (unread > 0) own.fundsFailUntil = until(unread * 10_000)
  if (chooser.choose('book_cut', account) > 0) own.bookCutUntil = until(15_000)
  const context = chooser.choose('part_fills', account)
  if (context > 0) exchange.setFault(account, { kind: 'fill_cap', quantity: CONTRACTS[0]!.lotSize * context }, time.now)
  if (chooser.choose('reconnects', account) > 0)
    for (const process of processes) process.do(() => process.reconnect(account))
}
