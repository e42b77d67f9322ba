import type { Rng } from '@strikewise/exchange/random/rng.ts'
import { aloneOn, drawForcedFault, specialOf, type ForcedFault } from '../chance/chooser.ts'
import { move, TICK } from './book-move.ts'
import { CONTRACTS } from './contracts.ts'
import { between } from './draw.ts'
import type { AccountShape, MoveShape, SessionShape } from './shape.ts'

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
const FLURRY = { moves: 60, everyMs: 25, rise: 1.009 } as const
/** Paise below the trigger at which a stop's limit may still sell. */
const WIDE_SL_BUFFER = 500

/** The book that a signal decides on, and when. */
interface Decided {
  readonly afterMs: number
  readonly book: MoveShape
}

/**
 * What prices of the first signal's contract do on few days: the book leaves while the entry is under way, prices come
 * in a burst, climb until the stop trails and fall back, or dip to just above the stop.
 */
export function withRareMoves(shape: SessionShape, rng: Rng): SessionShape {
  const { afterMs, contract } = shape.signals[0]!
  const book = shape.moves.findLast((known) => known.contract === contract && known.afterMs <= afterMs)!
  const decided: Decided = { afterMs, book }
  const moves = [...shape.moves, ...bookLeaving(rng, decided), ...burst(rng, decided)]
  const { climbChance, dipChance } = chancesOf(shape.seed)
  const climbs = rng.unit() < climbChance || specialOf(shape.seed) === 'unseen'
  const drawn = { ...shape, moves }
  if (climbs) return inOrder(withClimb(drawn, rng, decided))
  return inOrder(rng.unit() < dipChance ? withDip(drawn, decided) : drawn)
}

/** A climb moves the stop and a dip makes its protection worth a second order: each suits the faults that need it. */
function chancesOf(seed: number): { climbChance: number; dipChance: number } {
  if (aloneOn(seed) === 'sale_unseen') return { climbChance: 0, dipChance: 1 }
  const sure = drawForcedFault(seed)
  const isSure = (holds: (one: ForcedFault) => boolean) => sure.some(holds)
  const isUnseen = isSure(({ kind }) => kind === 'sale_unseen')
  return {
    climbChance: isSure(({ call }) => call === 'modify') ? 0.95 : isUnseen ? 0.3 : 0.65,
    dipChance: isUnseen ? 0.9 : 0.2,
  }
}

/** The book moves away and thins out while the order is on its way. */
function bookLeaving(rng: Rng, { afterMs, book }: Decided): MoveShape[] {
  if (rng.unit() >= 0.1) return []
  const quantity = CONTRACTS[book.contract]!.lotSize
  return [{ ...book, afterMs: afterMs + UNDER_WAY_MS, bid: book.bid + 2 * TICK, ask: book.ask + 2 * TICK, quantity }]
}

function burst(rng: Rng, { afterMs, book }: Decided): MoveShape[] {
  if (rng.unit() >= 0.03) return []
  const from = afterMs + between(rng, 4_000, 9_000)
  return Array.from({ length: FLURRY.moves }, (_, i) =>
    move(from + (i + 1) * FLURRY.everyMs, book.contract, Math.round(book.bid * FLURRY.rise ** (i + 1)), 2_000),
  )
}

/** It climbs until the stop trails it, and comes back. */
function withClimb(shape: SessionShape, rng: Rng, { afterMs, book }: Decided): SessionShape {
  const moves = [
    ...shape.moves.filter((one) => one.contract !== book.contract || one.afterMs <= afterMs),
    ...climbFrom(rng, afterMs, book),
  ]
  return {
    ...shape,
    accounts: withWideSlBuffer(shape.accounts).map((account) => ({ ...account, trailing: true })),
    moves,
    // What goes wrong goes on until it has come back.
    faultMs: Math.min(CLIMB.longest, Math.max(shape.faultMs, moves.at(-1)!.afterMs + 3_000)),
  }
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

/** Just above the stop, for as long as a protection whose answer was lost waits to be sent again; then back. */
function withDip(shape: SessionShape, { afterMs, book }: Decided): SessionShape {
  const isMeanwhile = ({ afterMs: at, contract }: MoveShape) =>
    contract === book.contract && at > afterMs && at <= afterMs + UNDISTURBED_MS
  const mid = (book.bid + book.ask) / 2
  const bid = Math.round((book.ask - SIGNAL_STOP_SHARE * mid) / TICK) * TICK + 10 * TICK
  return {
    ...shape,
    accounts: withWideSlBuffer(shape.accounts),
    moves: [
      ...shape.moves.filter((one) => !isMeanwhile(one)),
      ...DIP_MS.map((ms) => ({ ...book, afterMs: afterMs + ms, bid, ask: bid + 4 * TICK })),
      { ...book, afterMs: afterMs + AFTER_DIP_MS },
    ],
  }
}

/** Near is what lies within the stop's own slack. */
function withWideSlBuffer(accounts: readonly AccountShape[]): AccountShape[] {
  return accounts.map((account) => ({ ...account, slBuffer: Math.max(account.slBuffer, WIDE_SL_BUFFER) }))
}

function inOrder(shape: SessionShape): SessionShape {
  const moves = shape.moves.toSorted((a, b) => a.afterMs - b.afterMs || a.contract - b.contract)
  return { ...shape, moves }
}
