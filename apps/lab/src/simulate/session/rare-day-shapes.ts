import { FIRST_MID, move } from './book-move.ts'
import { CONTRACTS, EXPIRY_DAY } from './contracts.ts'
import type { AccountShape, MoveShape, SessionShape, SignalShape } from './shape.ts'

const CRORE = 1_000_000_000
const QUANTITY = 2_000
/** Neither cash nor the day's cap stands in the way of what these days are about. */
const RICH = { plan: 'master', mode: 'paper', capital: CRORE, cash: CRORE / 4, maxEntriesPerSymbol: 10 } as const

const LOSING = { lots: 2, faultMs: 32_000, cooldownMs: 5_000, fallsAfterMs: 1_500, to: 0.7 } as const
const SCORE = 0.6
/** What a losing day is about, by the place and the time (ms) of what it wants to buy. */
const LOSSES = {
  /** A third loss in a row, and a candidate for another entry. */
  streak: [
    [0, 2_500],
    [2, 3_500],
    [1, 15_000],
    [3, 27_000],
  ],
  /** The same contracts once more: with half the size, and a score for it. */
  again: [
    [0, 2_500],
    [2, 3_500],
    [0, 15_000],
    [2, 27_000],
  ],
  /** One loss, and two indices decided for at once that the day has no room for together. */
  twins: [
    [0, 2_500],
    [1, 15_000],
    [3, 15_150],
  ],
  /** One loss, after which the day's cap has room for a smaller one. */
  cap: [
    [0, 2_500],
    [1, 15_000],
  ],
} as const
/** A cap of three per cent of it lies between one loss of two lots and two. */
const SCARCE = { cap: { plan: 'elite', capital: 30_000_000 }, twins: { plan: 'master', capital: 30_000_000 } } as const

/** A day on which whatever is bought falls through its stop. */
export function losingDay(shape: SessionShape, about: keyof typeof LOSSES): SessionShape {
  const signals: SignalShape[] = LOSSES[about].map(([contract, afterMs]) => ({ afterMs, contract, score: SCORE }))
  const moves: MoveShape[] = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, QUANTITY))
  const mids: number[] = CONTRACTS.map(() => FIRST_MID)
  for (const { afterMs, contract } of signals) {
    mids[contract] = Math.round(mids[contract]! * LOSING.to)
    moves.push(move(afterMs + LOSING.fallsAfterMs, contract, mids[contract], QUANTITY))
  }
  const { faultMs, cooldownMs, lots } = LOSING
  const accounts = withFirst(shape, { ...RICH, ...(about === 'cap' || about === 'twins' ? SCARCE[about] : {}), lots })
  return { ...shape, accounts, signals, moves: inOrder(moves), faultMs, cooldownMs, ending: 'fall' }
}

const LATE = { fromMs: 63, toMs: 800 } as const
/** The entry is claimed within the hours of entries, and would leave after them. */
const LAST_MS = { fromMs: 61, toMs: 66, share: 0.4 } as const

/** A day that begins so late that its first decision falls into the last second in which entries are allowed. */
export function lateDay(shape: SessionShape, lastEntryAt: number, part: number): SessionShape {
  const { fromMs, toMs } = part < LAST_MS.share ? LAST_MS : LATE
  const within = part < LAST_MS.share ? part / LAST_MS.share : (part - LAST_MS.share) / (1 - LAST_MS.share)
  const beforeMs = fromMs + Math.floor(within * (toMs - fromMs))
  return { ...shape, startsAt: lastEntryAt - shape.signals[0]!.afterMs - beforeMs }
}

const STALE = { startsAt: 11 * 3_600_000, faultMs: 12_000 } as const

/** A day on which nothing comes of what is bought: its price stays where it was for more than half an hour. */
export function staleDay(shape: SessionShape): SessionShape {
  const [first] = shape.signals
  const moves = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, QUANTITY))
  const accounts = shape.accounts.slice(0, 1)
  return { ...shape, ...STALE, accounts, signals: [first!], moves, ending: 'stale' }
}

const SUNK = { afterMs: 3_000, to: [0.65, 0.5], forMs: 16_000, faultMs: 26_000 } as const

/** A day on which the price falls far under the stop of what is bought, and for a while nothing trades at it. */
export function sunkBidDay(shape: SessionShape): SessionShape {
  const { contract } = shape.signals[0]!
  const signals = [{ ...shape.signals[0]!, afterMs: 2_500 }]
  const moves = CONTRACTS.map((_, of) => move(0, of, FIRST_MID, QUANTITY))
  const from = 2_500 + SUNK.afterMs
  const low = Math.round(FIRST_MID * SUNK.to[shape.seed % 2]!)
  moves.push({ ...move(from, contract, low, QUANTITY), isQuiet: true })
  moves.push(move(from + SUNK.forMs, contract, low, QUANTITY))
  return { ...shape, signals, moves: inOrder(moves), faultMs: SUNK.faultMs }
}

const PART_SOLD = {
  capital: 100_000_000,
  lots: 6,
  signals: [
    [0, 2_500],
    [2, 3_500],
  ],
  /** Through the stop and its limit, which then rests without a buyer. */
  falls: { atMs: 7_000, to: 10_500 },
  /** The price as the exit's first step meets it, three seconds later: for less than a far jump is doubted. */
  dips: { atMs: 9_700, to: 4_500, prints: 40, everyMs: 6, buysAtMs: 9_960, quantity: 52 },
  /** The price is back, and there is no buyer. */
  backAtMs: 10_350,
  buyersAtMs: 25_000,
  faultMs: 28_000,
} as const

/**
 * A day on which one of two positions falls through its stop, most of it is sold at far less, and the rest finds no buyer:
 * what is sold and what is left have lost the day's limit together, and what is left alone has not.
 */
export function partSoldDay(shape: SessionShape): SessionShape {
  const { capital, lots, falls, dips, backAtMs, buyersAtMs, faultMs } = PART_SOLD
  const signals: SignalShape[] = PART_SOLD.signals.map(([contract, afterMs]) => ({ afterMs, contract, score: SCORE }))
  const moves = CONTRACTS.map((_, of) => move(0, of, FIRST_MID, QUANTITY))
  moves.push(move(falls.atMs, 0, falls.to, 0))
  for (let i = 0; i < dips.prints; i += 1) moves.push(move(dips.atMs + i * dips.everyMs, 0, dips.to, 0))
  moves.push(
    move(dips.buysAtMs, 0, dips.to, dips.quantity),
    move(backAtMs, 0, falls.to, 0),
    move(buyersAtMs, 0, falls.to, QUANTITY),
  )
  const accounts = withFirst(shape, { ...RICH, capital, lots, slBuffer: 100, trailing: false }).slice(0, 1)
  return { ...shape, accounts, signals, moves: inOrder(moves), faultMs, ending: 'fall' }
}

const RUSH = {
  faultMs: 15_000,
  apartMs: 150,
  fromMs: 2_500,
  risesFromMs: 6_000,
  everyMs: 25,
  moves: 105,
  by: 1.0055,
  /** When the prices are a half R higher, from 1 R on: a commit of the first of three may be late until the other two. */
  stairsMs: [6_000, 7_120, 7_260, 9_500, 10_620, 10_760],
  halfR: 0.1,
  over: 0.02,
} as const

/**
 * A day on which four positions of one account rise together so fast that every stop wants to be moved all the time: evenly,
 * or step by step.
 */
export function callBurstDay(shape: SessionShape): SessionShape {
  const { faultMs, apartMs, fromMs, risesFromMs, everyMs, by, stairsMs, halfR, over } = RUSH
  const signals = CONTRACTS.map((_, contract) => ({ afterMs: fromMs + contract * apartMs, contract, score: SCORE }))
  const isEven = shape.seed % 2 === 0
  const moves: MoveShape[] = []
  for (let contract = 0; contract < CONTRACTS.length; contract += 1) {
    moves.push(move(0, contract, FIRST_MID, QUANTITY))
    for (let i = 1; isEven && i <= RUSH.moves; i += 1)
      moves.push(move(risesFromMs + i * everyMs, contract, Math.round(FIRST_MID * by ** i), QUANTITY))
    for (const [i, atMs] of isEven ? [] : stairsMs.entries())
      moves.push({
        ...move(atMs, contract, Math.round(FIRST_MID * (1 + (i + 2) * halfR + over)), QUANTITY),
        ...(contract === 0 && i % 3 === 0 ? { mayBeLate: true } : {}),
      })
  }
  const accounts = withFirst(shape, { ...RICH, lots: 1, trailing: true })
  return { ...shape, accounts, signals, moves: inOrder(moves), faultMs, ending: 'fall' }
}

const CIRCUIT = { signalMs: 2_500, bidEndsMs: 9_000, backMs: 130_000, back: 0.62, faultMs: 132_000 } as const

/** A day on which what was bought has no bid, for two minutes; then far under its stop. */
export function circuitDay(shape: SessionShape): SessionShape {
  const { signalMs, bidEndsMs, backMs, back, faultMs } = CIRCUIT
  const moves = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, QUANTITY))
  moves.push({ ...moves[0]!, afterMs: bidEndsMs, bid: 0 }, move(backMs, 0, Math.round(FIRST_MID * back), QUANTITY))
  const signals: SignalShape[] = [{ afterMs: signalMs, contract: 0, score: SCORE }]
  const accounts = withFirst(shape, { ...RICH, lots: 2 }).slice(0, 1)
  return { ...shape, accounts, signals, moves, faultMs, ending: 'fall' }
}

const UNSOLD = { startsAt: (13 * 60 + 22) * 60_000, signalMs: 2_500, bidEndsMs: 8_000, faultMs: 14_000 } as const

/**
 * An expiry day on which what was bought has no more bids, until the close: it can only be settled at what it is
 * worth then.
 */
export function unsoldDay(shape: SessionShape): SessionShape {
  const { startsAt, signalMs, bidEndsMs, faultMs } = UNSOLD
  const moves = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, QUANTITY))
  moves.push({ ...moves[0]!, afterMs: bidEndsMs, bid: 0 })
  const signals: SignalShape[] = [{ afterMs: signalMs, contract: 0, score: SCORE }]
  const accounts = withFirst(shape, { ...RICH, lots: 2 }).slice(0, 1)
  return { ...shape, day: EXPIRY_DAY, startsAt, accounts, signals, moves, faultMs, ending: 'unsold' }
}

const CRASH = { signalMs: 2_500, fallsMs: 8_000, to: 0.3, everyMs: 1_500, prints: 10, faultMs: 28_000 } as const

/**
 * A day whose price falls within one print to where the exchange's band, which follows the mean of half a minute, takes no
 * sale yet: the band comes down print by print.
 */
export function crashDay(shape: SessionShape): SessionShape {
  const { signalMs, fallsMs, to, everyMs, prints, faultMs } = CRASH
  const moves = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, QUANTITY))
  for (let i = 0; i < prints; i += 1)
    moves.push(move(fallsMs + i * everyMs, 0, Math.round(FIRST_MID * to) - 10 * i, QUANTITY))
  const signals: SignalShape[] = [{ afterMs: signalMs, contract: 0, score: SCORE }]
  return { ...shape, accounts: withFirst(shape, { ...RICH, lots: 2 }), signals, moves, faultMs, ending: 'fall' }
}

const RACE = { signalMs: 2_500, nearMs: 7_000, throughMs: 9_000, near: 0.86, through: 0.79, faultMs: 20_000 } as const

/**
 * A day whose one price falls through the stop of what was bought, within its slack: where its owner sells manually just then,
 * the stop sells once more what is not there any more.
 */
export function raceDay(shape: SessionShape, lots: number): SessionShape {
  const { signalMs, nearMs, throughMs, near, through, faultMs } = RACE
  const moves = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, QUANTITY))
  moves.push(
    move(nearMs, 0, Math.round(FIRST_MID * near), QUANTITY),
    move(throughMs, 0, Math.round(FIRST_MID * through), QUANTITY),
  )
  const signals: SignalShape[] = [{ afterMs: signalMs, contract: 0, score: SCORE }]
  const accounts = withFirst(shape, { ...RICH, lots, slBuffer: 500, coverManualShorts: true })
  return { ...shape, accounts, signals, moves, faultMs, ending: 'fall' }
}

const LOAD = { accounts: 130, signalMs: 2_500, fallsMs: 8_000, to: 0.75, quantity: 11_700, faultMs: 12_000 } as const

/** A day on which more accounts trade one decision than are claimed at once, or than there are connections to the store. */
export function loadDay(shape: SessionShape): SessionShape {
  const { signalMs, fallsMs, to, quantity, faultMs } = LOAD
  const moves = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, quantity))
  moves.push(move(fallsMs, 0, Math.round(FIRST_MID * to), quantity))
  const signals: SignalShape[] = [{ afterMs: signalMs, contract: 0, score: SCORE }]
  const accounts = Array.from({ length: LOAD.accounts }, (_, i) => ({
    ...shape.accounts[0]!,
    ...RICH,
    id: `u${i + 1}`,
    lots: 1,
    trailing: false,
  }))
  const one = { executors: 1, wire: false } as const
  return { ...shape, ...one, accounts, signals, moves: inOrder(moves), faultMs, ending: 'fall' }
}

const OVER_CLOSE = { startsAt: (14 * 60 + 38) * 60_000, signalMs: 2_500, bidEndsMs: 8_000, faultMs: 14_000 } as const

/**
 * A day on which things go wrong until after the close, and on every other one what was bought has no more bids, so
 * that it is held then.
 */
export function overCloseDay(shape: SessionShape): SessionShape {
  const { startsAt, signalMs, bidEndsMs, faultMs } = OVER_CLOSE
  const isUnsold = shape.seed % 2 === 0
  const moves = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, QUANTITY))
  if (isUnsold) moves.push({ ...moves[0]!, afterMs: bidEndsMs, bid: 0 })
  const signals: SignalShape[] = [{ afterMs: signalMs, contract: 0, score: SCORE }]
  const accounts = withFirst(shape, { ...RICH, lots: 2 }).slice(0, 1)
  const when = isUnsold ? { day: EXPIRY_DAY, startsAt: UNSOLD.startsAt } : { startsAt }
  return { ...shape, ...when, accounts, signals, moves, faultMs, ending: 'over_close' }
}

const OFFLINE = { signalMs: 2_500, risesFromMs: 3_500, steps: 22, everyMs: 1_000, by: 1.05, faultMs: 28_000 } as const

/** A day on which a stop trails a price that rises all the time, beside a second machine: its changes go on while the store is away. */
export function offlineDay(shape: SessionShape): SessionShape {
  const { signalMs, risesFromMs, steps, everyMs, by, faultMs } = OFFLINE
  const moves = CONTRACTS.map((_, contract) => move(0, contract, FIRST_MID, QUANTITY))
  for (let i = 1; i <= steps; i += 1)
    moves.push(move(risesFromMs + i * everyMs, 0, Math.round(FIRST_MID * by ** i), QUANTITY))
  const signals: SignalShape[] = [{ afterMs: signalMs, contract: 0, score: SCORE }]
  const accounts = withFirst(shape, { ...RICH, lots: 2, trailing: true })
  const machines = { executors: 2, oneMachine: shape.seed % 3 === 0 } as const
  return { ...shape, ...machines, accounts, signals, moves: inOrder(moves), faultMs, ending: 'fall' }
}

const DEAR = {
  capital: 36_000_000,
  lots: 3,
  signals: [
    [0, 2_500],
    [2, 22_000],
  ],
  /** Beyond the stop for a moment, then far over what was paid. */
  backMs: 9_700,
  back: 1.25,
  faultMs: 27_000,
} as const

/**
 * A race day after which the price rises at once, and a candidate of the other index: the trade has lost a part of the
 * day's limit, and what buying back has cost is more than the rest.
 */
export function expensiveCoverDay(shape: SessionShape): SessionShape {
  const day = raceDay(shape, DEAR.lots)
  const signals: SignalShape[] = DEAR.signals.map(([contract, afterMs]) => ({ afterMs, contract, score: SCORE }))
  const accounts = withFirst(day, { capital: DEAR.capital })
  const moves = [...day.moves, move(DEAR.backMs, 0, Math.round(FIRST_MID * DEAR.back), QUANTITY)]
  return { ...day, accounts, signals, moves: inOrder(moves), faultMs: DEAR.faultMs }
}

function withFirst({ accounts: [first, ...others] }: SessionShape, how: Partial<AccountShape>): AccountShape[] {
  return [{ ...first!, ...how }, ...others]
}

function inOrder(moves: readonly MoveShape[]): MoveShape[] {
  return moves.toSorted((a, b) => a.afterMs - b.afterMs || a.contract - b.contract)
}
