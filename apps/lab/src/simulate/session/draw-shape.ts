import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'
import { specialOf } from '../chance/chooser.ts'
import { FIRST_MID, move } from './book-move.ts'
import { CONTRACTS, EXPIRY_DAY, ORDINARY_DAY } from './contracts.ts'
import { between, pick } from './draw.ts'
import { withLimits } from './draw-limits.ts'
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
import { profitDay } from './profit-day.ts'
import { withRareMoves } from './rare-price-moves.ts'
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
    executors: executorsOf(rng.unit()),
    accounts: drawAccounts(rng),
    signals,
    moves: drawMoves(rng, signals, faultMs),
    faultMs,
    ending: isLong ? 'square_off' : ((rng.unit() < 0.6 ? 'fall' : 'rise') satisfies Ending),
    cooldownMs: rng.unit() < 0.5 ? 5_000 : 600_000,
  }
  return withRareThings(shape)
}

/** One in most sessions, two in a sixth, three in a twelfth. */
function executorsOf(unit: number): 1 | 2 | 3 {
  if (unit >= 0.25) return 1
  return unit < 0.08 ? 3 : 2
}

const CRORE = 1_000_000_000
/** Tokens of yesterday, today's from before the broker's hour, and of the first minute after it. */
const UNUSUAL_LOGINS = [-15.5 * HOUR, 5 * HOUR, 6 * HOUR - 1, 6 * HOUR] as const
/** Share of the sessions in which our own adapter calls the broker: reading bytes takes longer than handing values over. */
const WIRE = 0.125
/** Share of the sessions in which things go wrong until after the close. */
const OVER_CLOSE = 0.012
/** Share of the sessions that make a profit and lose most of it, for a user who keeps a share. */
const PROFIT_DAYS = 0.02
/** Share of the days with a race on which the price rises at once, so that what was sold short is bought back dearly. */
const DEAR_COVERS = 0.5
/** Share of the accounts that want a short bought back which took a sale of their own. */
const CHOOSE_COVER = 0.5

/** What is not in every day, drawn apart so that the rest of a seed stays as it is without it. */
function withRareThings(shape: SessionShape): SessionShape {
  const rng = new Rng('rare', shape.seed)
  const choices = new Rng('cover', shape.seed)
  const accounts = withLimits({ ...shape, accounts: withRareAccount(shape.accounts, rng, choices) })
  const moved = withRareMoves({ ...shape, accounts }, rng)
  const wire = new Rng('wire', shape.seed).unit() < WIRE ? { wire: true } : {}
  return rareDayOf({ ...moved, ...wire, oneMachine: rng.unit() < 0.4 }, rng, choices)
}

/** One of the accounts with a login, link, interest or size that few have; `choices` says which buy shorts back. */
function withRareAccount(ordinary: readonly AccountShape[], rng: Rng, choices: Rng): AccountShape[] {
  const accounts = ordinary.map((account) =>
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
  return accounts
}

/** The day that is about one rare thing, where the seed has it be one; else the day as it was drawn. */
function rareDayOf(drawn: SessionShape, rng: Rng, choices: Rng): SessionShape {
  const special = specialOf(drawn.seed)
  if (special === 'race') {
    const lots = between(rng, 2, 3)
    return choices.unit() < DEAR_COVERS ? expensiveCoverDay(drawn) : raceDay(drawn, lots)
  }
  if (special === 'elsewhere') return { ...drawn, liveTrading: true }
  if (special === 'offline') return offlineDay(drawn)
  if (special === 'load') return loadDay(drawn)
  if (special === 'rush') return callBurstDay(drawn)
  if (special === 'parts') return { ...drawn, accounts: drawn.accounts.map((account) => severalLots(account, rng)) }
  if (new Rng('late hours', drawn.seed).unit() < OVER_CLOSE) return overCloseDay(drawn)
  if (new Rng('profit', drawn.seed).unit() < PROFIT_DAYS) return profitDay(drawn)
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

/** So much money that the trade has all its lots. */
function severalLots(account: AccountShape, rng: Rng): AccountShape {
  return { ...account, lots: between(rng, 2, 5), capital: CRORE, cash: CRORE / 4 }
}

/** Half of the cash is about what the wanted lots cost: a little more, or a little less. */
function scarceCash(account: AccountShape, rng: Rng): AccountShape {
  const cost = account.lots * CONTRACTS[0]!.lotSize * FIRST_MID
  return { ...account, cash: Math.round(2 * cost * (0.998 + rng.unit() * 0.016)) }
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
