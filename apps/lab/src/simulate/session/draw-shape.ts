import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'
import { aloneOn, drawForcedFault, specialOf, type ForcedFault } from '../chance/chooser.ts'
import { FIRST_MID, move, TICK } from './book-move.ts'
import { CONTRACTS, EXPIRY_DAY, ORDINARY_DAY } from './contracts.ts'
import {
  circuitDay,
  crashDay,
  expensiveCoverDay,
  lateDay,
  loadDay,
  losingDay,
  offlineDay,
  overCloseDay,
  partSoldDay,
  raceDay,
  callBurstDay,
  staleDay,
  sunkBidDay,
  unsoldDay,
} from './rare-day-shapes.ts'
import type { AccountShape, Ending, MoveShape, SessionShape, SignalShape } from './shape.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/**
 * How long things go wrong: time for an entry, its protection and an exit with a fault in each. What lasts longer
 * (a doubt of ten seconds, a book of minutes ago) goes on into the settling.
 */
const FAULT_SECONDS = { least: 12, most: 28 } as const
const PATHS = ['calm', 'trend_up', 'trend_down', 'gap_down', 'whipsaw', 'thin'] as const

/** The session of a seed: accounts, signals and prices. Which faults happen in it is drawn apart from this, but for the one that is certain: prices give it something to spoil. */
export function drawShape(seed: number): SessionShape {
  const rng = new Rng('shape', seed)
  const onExpiry = rng.unit() < 0.05
  const isLong = rng.unit() < 0.02
  // Long ones live until the square-off: a trade is entered at the last moment that entries are allowed.
  const startsAt = (onExpiry ? 13 : 14) * HOUR + (onExpiry ? 22 : 38) * MINUTE
  const faultMs = between(rng, FAULT_SECONDS.least, FAULT_SECONDS.most) * 1_000
  const signals = drawSignals(rng, faultMs)
  const shape: SessionShape = {
    seed,
    day: onExpiry ? EXPIRY_DAY : ORDINARY_DAY,
    startsAt,
    executors: rng.unit() < 0.25 ? 2 : 1,
    accounts: drawAccounts(rng),
    signals,
    moves: drawMoves(rng, signals, faultMs),
    faultMs,
    ending: isLong ? 'square_off' : ((rng.unit() < 0.6 ? 'fall' : 'rise') satisfies Ending),
    cooldownMs: rng.unit() < 0.5 ? 5_000 : 600_000,
  }
  return withRareThings(shape)
}

const CRORE = 1_000_000_000
/** Tokens of yesterday, today's from before the broker's hour, and of the first minute after it. */
const UNUSUAL_LOGINS = [-15.5 * HOUR, 5 * HOUR, 6 * HOUR - 1, 6 * HOUR] as const
/** A decision is on its way to the exchange for about this long. */
const UNDER_WAY_MS = 66
/** The stop distance of a signal, as a share of its mid. */
export const SIGNAL_STOP_SHARE = 0.2
const DIP_MS = [4_000, 5_200, 5_800, 6_400, 7_000, 7_600] as const
const AFTER_DIP_MS = 9_000
/** What was sold twice over for fear of the stop shows for so long that the extra order has to be taken away. */
const UNDISTURBED_MS = 20_000
/** A price that climbs until a stop trails it and comes back while the stop is still being moved. */
const CLIMB = {
  everyMs: 800,
  mostSteps: 9,
  leastSteps: 5,
  longest: 30_000,
  sudden: { steps: 18, everyMs: 6, by: 0.98 },
  slow: { steps: 4, everyMs: 600, by: 0.84 },
} as const
/** Share of the sessions in which our own adapter calls the broker: reading bytes takes longer than handing values over. */
const WIRE = 0.125
/** Share of the sessions in which things go wrong until after the close. */
const OVER_CLOSE = 0.012
/** Share of the days with a race on which the price rises at once, so that what was sold short is bought back dearly. */
const DEAR_COVERS = 0.5
/** Share of the accounts that want a short bought back which took a sale of their own. */
const CHOOSE_COVER = 0.5
const FLURRY = { moves: 60, everyMs: 25, rise: 1.009 } as const

/** What is not in every day, drawn apart so that the rest of a seed stays as it is without it. */
function withRareThings(shape: SessionShape): SessionShape {
  const rng = new Rng('rare', shape.seed)
  const choices = new Rng('cover', shape.seed)
  const accounts = shape.accounts.map((account) =>
    choices.unit() < CHOOSE_COVER ? { ...account, coverManualShorts: true } : account,
  )
  const one = between(rng, 0, accounts.length - 1)
  const change = (how: Partial<AccountShape>) => {
    accounts[one] = { ...accounts[one]!, ...how }
  }
  if (rng.unit() < 0.04) change({ loginAtMs: pick(rng, UNUSUAL_LOGINS) })
  if (rng.unit() < 0.02) change({ mode: 'live' })
  if (rng.unit() < 0.04) change({ everyIndex: true })
  // More than the exchange takes in one order.
  if (rng.unit() < 0.03) change({ lots: between(rng, 28, 30), capital: CRORE, cash: CRORE / 4, slBuffer: 100 })
  let moves = [...shape.moves]
  const { afterMs, contract } = shape.signals[0]!
  const before = moves.findLast((known) => known.contract === contract && known.afterMs <= afterMs)!
  // The book moves away and thins out while the order is on its way.
  if (rng.unit() < 0.1)
    moves.push({
      ...before,
      afterMs: afterMs + UNDER_WAY_MS,
      bid: before.bid + 2 * TICK,
      ask: before.ask + 2 * TICK,
      quantity: CONTRACTS[contract]!.lotSize,
    })
  if (rng.unit() < 0.03) {
    const from = afterMs + between(rng, 4_000, 9_000)
    for (let i = 1; i <= FLURRY.moves; i += 1)
      moves.push(move(from + i * FLURRY.everyMs, contract, Math.round(before.bid * FLURRY.rise ** i), 2_000))
  }
  // It climbs until the stop trails it, and comes back.
  const sure = drawForcedFault(shape.seed)
  const special = specialOf(shape.seed)
  const isSure = (holds: (one: ForcedFault) => boolean) => sure.some(holds)
  const isUnseenAlone = aloneOn(shape.seed) === 'sale_unseen'
  const climbChance = isUnseenAlone
    ? 0
    : isSure(({ call }) => call === 'modify')
      ? 0.95
      : isSure(({ kind }) => kind === 'sale_unseen')
        ? 0.3
        : 0.65
  const climbs = rng.unit() < climbChance || special === 'unseen'
  let { faultMs } = shape
  if (climbs) {
    for (const [i, account] of accounts.entries())
      accounts[i] = { ...account, trailing: true, slBuffer: Math.max(account.slBuffer, 500) }
    moves = [
      ...moves.filter((one) => one.contract !== contract || one.afterMs <= afterMs),
      ...climbFrom(rng, afterMs, before),
    ]
    // What goes wrong goes on until it has come back.
    faultMs = Math.min(CLIMB.longest, Math.max(faultMs, moves.at(-1)!.afterMs + 3_000))
  }
  // Just above the stop, for as long as a protection whose answer was lost waits to be sent again; then back.
  const dipChance = isUnseenAlone ? 1 : isSure(({ kind }) => kind === 'sale_unseen') ? 0.9 : 0.2
  if (!climbs && rng.unit() < dipChance) {
    const isMeanwhile = ({ afterMs: at, contract: of }: MoveShape) =>
      of === contract && at > afterMs && at <= afterMs + UNDISTURBED_MS
    moves = moves.filter((one) => !isMeanwhile(one))
    const mid = (before.bid + before.ask) / 2
    const bid = Math.round((before.ask - SIGNAL_STOP_SHARE * mid) / TICK) * TICK + 10 * TICK
    // Near is what lies within the stop's own slack.
    for (const [i, account] of accounts.entries())
      accounts[i] = { ...account, slBuffer: Math.max(account.slBuffer, 500) }
    for (const ms of DIP_MS) moves.push({ ...before, afterMs: afterMs + ms, bid, ask: bid + 4 * TICK })
    moves.push({ ...before, afterMs: afterMs + AFTER_DIP_MS })
  }
  const ordered = moves.toSorted((a, b) => a.afterMs - b.afterMs || a.contract - b.contract)
  const wire = new Rng('wire', shape.seed).unit() < WIRE ? { wire: true } : {}
  const drawn: SessionShape = { ...shape, ...wire, accounts, moves: ordered, faultMs, oneMachine: rng.unit() < 0.4 }
  if (special === 'race') {
    const lots = between(rng, 2, 3)
    return choices.unit() < DEAR_COVERS ? expensiveCoverDay(drawn) : raceDay(drawn, lots)
  }
  if (special === 'offline') return offlineDay(drawn)
  if (special === 'load') return loadDay(drawn)
  if (special === 'rush') return callBurstDay(drawn)
  if (new Rng('late hours', shape.seed).unit() < OVER_CLOSE) return overCloseDay(drawn)
  const rare = rng.unit()
  if (rare < 0.01) return losingDay(drawn, 'streak')
  if (rare < 0.02) return losingDay(drawn, 'again')
  if (rare < 0.03) return losingDay(drawn, 'cap')
  if (rare < 0.055) return losingDay(drawn, 'twins')
  if (rare < 0.065) return staleDay(drawn)
  if (rare < 0.085) return lateDay(drawn, drawn.day === EXPIRY_DAY ? 13.5 * HOUR : 14.75 * HOUR, rng.unit())
  if (rare < 0.115) return { ...drawn, accounts: drawn.accounts.map((account) => scarceCash(account, rng)) }
  if (rare < 0.195) return { ...drawn, fundsEveryMs: between(rng, 2_000, 4_000) }
  if (rare < 0.205) return sunkBidDay(drawn)
  if (rare < 0.22) return partSoldDay(drawn)
  if (rare < 0.225) return circuitDay(drawn)
  if (rare < 0.235) return crashDay(drawn)
  return rare < 0.24 ? unsoldDay(drawn) : drawn
}

/** Half of the cash is about what the wanted lots cost: a little more, or a little less. */
function scarceCash(account: AccountShape, rng: Rng): AccountShape {
  const cost = account.lots * CONTRACTS[0]!.lotSize * FIRST_MID
  return { ...account, cash: Math.round(2 * cost * (0.998 + rng.unit() * 0.016)) }
}

function climbFrom(rng: Rng, afterMs: number, { contract, bid }: MoveShape): MoveShape[] {
  const steps = between(rng, CLIMB.leastSteps, CLIMB.mostSteps)
  const rise = 1.045 + rng.unit() * 0.04
  const from = afterMs + between(rng, 1_200, 2_500)
  const moves: MoveShape[] = []
  for (let i = 1; i <= steps; i += 1)
    moves.push(move(from + i * CLIMB.everyMs, contract, Math.round(bid * rise ** i), 2_000))
  const top = from + steps * CLIMB.everyMs
  // Either within a tenth of a second, through every price on the way while the stop's last step is under way, or by and by.
  const isSudden = rng.unit() < 0.92
  const back = top + (isSudden ? between(rng, 10, 40) : between(rng, 1_000, 4_000))
  const { steps: fallSteps, everyMs, by } = isSudden ? CLIMB.sudden : CLIMB.slow
  for (let i = 1; i <= fallSteps; i += 1)
    moves.push(move(back + (i - 1) * everyMs, contract, Math.round(bid * rise ** steps * by ** i), 2_000))
  return moves
}

function drawAccounts(rng: Rng): AccountShape[] {
  const count = rng.unit() < 0.7 ? 1 : rng.unit() < 0.8 ? 2 : between(rng, 3, 8)
  return Array.from({ length: count }, (_, i) => {
    const plan: Plan = rng.unit() < 0.55 ? 'elite' : 'master'
    return {
      id: `u${i + 1}`,
      plan,
      mode: 'paper',
      lots: between(rng, 1, 3),
      trailing: rng.unit() < 0.7,
      slBuffer: pick(rng, [0, 100, 500, 1_000]),
      capital: pick(rng, [20_000_000, 50_000_000, 100_000_000]),
      cash: pick(rng, [5_000_000, 20_000_000, 50_000_000]),
      maxEntriesPerSymbol: pick(rng, [1, 3, 10]),
    }
  })
}

function drawSignals(rng: Rng, faultMs: number): SignalShape[] {
  const count = between(rng, 1, 4)
  const signals = Array.from({ length: count }, (_, i) => ({
    afterMs: i === 0 ? between(rng, 2_500, 6_000) : between(rng, 2_500, Math.floor(faultMs * 0.8)),
    contract: rng.unit() < 0.7 ? between(rng, 0, 1) : between(rng, 2, 3),
    score: 0.35 + Math.round(rng.unit() * 60) / 100,
  }))
  return signals.toSorted((a, b) => a.afterMs - b.afterMs)
}

function drawMoves(rng: Rng, signals: readonly SignalShape[], faultMs: number): MoveShape[] {
  const moves: MoveShape[] = []
  for (let contract = 0; contract < CONTRACTS.length; contract += 1) {
    const path = pick(rng, PATHS)
    let mid = FIRST_MID
    moves.push(move(0, contract, mid, 2_000))
    // No process reads the price of a contract without a decision. Call and put of an index lie side by side.
    if (!signals.some((signal) => signal.contract >> 1 === contract >> 1)) continue
    for (let afterMs = between(rng, 500, 2_000); afterMs < faultMs; afterMs += between(rng, 600, 3_500)) {
      mid = Math.max(400, Math.round(mid * (1 + stepOf(path, rng, afterMs, faultMs))))
      const quantity = path === 'thin' ? CONTRACTS[contract]!.lotSize * between(rng, 0, 1) : 2_000
      moves.push(move(afterMs, contract, mid, quantity))
    }
  }
  return moves.toSorted((a, b) => a.afterMs - b.afterMs || a.contract - b.contract)
}

function stepOf(path: (typeof PATHS)[number], rng: Rng, afterMs: number, faultMs: number): number {
  const noise = (rng.unit() - 0.5) * 0.02
  const far = afterMs / faultMs
  if (path === 'calm' || path === 'thin') return noise
  // The first moments stay close to the signal's price, or no entry would be let through.
  if (far < 0.15) return noise / 4
  if (path === 'trend_up') return noise + rng.unit() * 0.05
  if (path === 'trend_down') return noise - rng.unit() * 0.04
  if (path === 'gap_down') return rng.unit() < 0.12 ? -0.25 - rng.unit() * 0.2 : noise
  return (rng.unit() < 0.5 ? -1 : 1) * (0.04 + rng.unit() * 0.08)
}

function between(rng: Rng, least: number, most: number): number {
  return least + Math.floor(rng.unit() * (most - least + 1))
}

function pick<T>(rng: Rng, from: readonly T[]): T {
  return from[Math.floor(rng.unit() * from.length)]!
}
