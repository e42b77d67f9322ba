import { hash32, hashFrom, mix32 } from '@strikewise/exchange/random/hash.ts'
import {
  CALL_KINDS,
  ENTRY_SHARE,
  FAULT_KINDS,
  FAULTS,
  FUNDS_SHARE,
  hashNameOf,
  isAlwaysOn,
  type FaultKind,
} from './faults.ts'

/** One thing that went wrong: the `ordinal`-th choice about `kind` for `entity` fell on `alternative` (from 1). */
export interface FaultDecision {
  readonly kind: FaultKind
  readonly entity: string
  readonly ordinal: number
  readonly alternative: number
}

/** A choice that was offered, whether or not anything came of it. */
export type Offered = Omit<FaultDecision, 'alternative'>

/** Where choices are made about one kind of fault for one entity, and which comes next. */
export interface Place {
  readonly kind: FaultKind
  readonly entity: string
  readonly key: number
  /** How likely it is each time. */
  readonly chance: number
  ordinal: number
}

/** Answers, at each place where something may go wrong, whether it does: 0 no, else which of the alternatives. */
export abstract class Chooser {
  readonly #places = new Map<FaultKind, Map<string, Place>>()
  readonly fired: FaultDecision[] = []
  /** Kept only when asked for. */
  readonly offered: Offered[] | undefined
  /** False once everything is to heal. */
  active = true

  constructor(offersOfKind: boolean) {
    this.offered = offersOfKind ? [] : undefined
  }

  choose(kind: FaultKind, entity: string): number {
    if (!this.active || !this.canFire(kind)) return 0
    let places = this.#places.get(kind)
    if (places === undefined) this.#places.set(kind, (places = new Map()))
    let place = places.get(entity)
    if (place === undefined) {
      place = { kind, entity, key: this.keyOf(kind, entity), chance: this.chanceOf(kind, entity), ordinal: 0 }
      places.set(entity, place)
    }
    const { ordinal } = place
    this.offered?.push({ kind, entity, ordinal })
    const alternative = this.alternativeOf(place)
    place.ordinal += 1
    if (alternative > 0) this.fired.push({ kind, entity, ordinal, alternative })
    return alternative
  }

  /** Whether this kind may fire. */
  abstract canFire(kind: FaultKind): boolean
  /** A number worked out once for a place, for the choice made there. */
  protected abstract keyOf(kind: FaultKind, entity: string): number
  /** How likely it is at a call whose probability no scenario sets. */
  protected chanceOf(_kind: FaultKind, _entity: string): number {
    return 0
  }

  protected abstract alternativeOf(place: Readonly<Place>): number
}

/** How strongly each kind of fault is switched on; the others are off. */
export type Strengths = ReadonlyMap<FaultKind, number>

/** How strong a fault is on most days, drawn with even chances. */
const ORDINARY = [0.3, 1, 1, 2] as const
/** Of a hundred seeds: those on which nothing goes wrong, and those up to which everything may. */
const CALM = 10
const CALL_BURSTS_UNTIL = 15
const CALL_BURST = 2.5
/** All kinds of trouble with order calls at once: each less often, or no call would ever come through. */
const CALL_BURST_MS = 0.3
/** Of a hundred ordinary seeds those that have a kind of trouble with order calls: two or three kinds each. */
const HAVE_CALL_KIND = 18
/**
 * Of a hundred ordinary seeds those that have any other kind: about seven kinds each. With many more, a day seldom trades,
 * and one fault's outage hides what another does.
 */
const HAVE_KIND = 12

/** A few kinds of fault, each with a strength. One seed in ten is calm, one in twenty a storm. */
export function drawStrengths(seed: number): Strengths {
  const mood = hash32(seed, 'mood') % 100
  const strengths = new Map<FaultKind, number>()
  if (mood < CALM) return strengths
  const isCallBurst = mood < CALL_BURSTS_UNTIL
  const drawFor = hashFrom(seed, 'strength')
  for (const kind of FAULT_KINDS) {
    const draw = drawFor(hashNameOf(kind))
    const ofCalls = CALL_KINDS.includes(kind)
    const isOn = isAlwaysOn(kind) || (draw >>> 8) % 100 < (ofCalls ? HAVE_CALL_KIND : HAVE_KIND)
    if (isCallBurst) strengths.set(kind, ofCalls ? CALL_BURST_MS : CALL_BURST)
    else if (isOn) strengths.set(kind, ORDINARY[(draw >>> 1) & 3]!)
  }
  return strengths
}

/** What a day is about that has something rare happen again and again. */
interface Special {
  /** Of so many seeds so many, those left out that are about something before it in the list. */
  readonly of: readonly [seeds: number, outOf: number]
  /** Also where nothing else goes wrong. */
  readonly onCalmDays?: boolean
  /** How likely each kind is then. */
  readonly chances: Partial<Record<FaultKind, number>>
  /** Of the other kinds that are switched on one in so many stays so; undefined: all, 0: none. */
  readonly keepsOneIn?: number
  readonly without?: readonly FaultKind[]
  /** On three days of four it goes wrong in this way: something comes of the others more seldom. */
  readonly mostly?: Partial<Record<FaultKind, number>>
}

const SPECIALS = {
  /** The user is likely to sell manually when the price reaches the stop; most else would keep it from coming to that. */
  race: {
    of: [5, 100],
    chances: { sells_before_stop: 0.5, sells_ahead_of_stop: 0.7 },
    keepsOneIn: 4,
    mostly: { sells_ahead_of_stop: 1 },
  },
  /** The store is likely to be away while the program has changes to write; much else would leave it none to write. */
  offline: {
    of: [30, 1_000],
    chances: {
      store_down: 0.3,
      crash_offline: 0.7,
      journal_damaged: 0.5,
      journal_rename_refused: 0.5,
      journal_of_another: 0.9,
    },
    keepsOneIn: 4,
  },
  /** More than a hundred accounts, of a hundred times the cost of others; each has its own share of what goes wrong. */
  load: { of: [1, 400], onCalmDays: true, chances: {}, keepsOneIn: 10 },
  /** The broker's books lag far behind, and the answer to a sale is lost; nothing else hides an order. */
  lag: { of: [20, 1_000], chances: { book_stale: 0.5, answer_garbled: 0.5, update_lost: 0.95 }, keepsOneIn: 0 },
  /** Every stop wants to be moved all the time, and now and then the store is slow to write that down. */
  rush: { of: [15, 1_000], chances: { store_slow: 0.1 }, keepsOneIn: 0, mostly: { store_slow: 1 } },
  /** The user raises our stop while the order book can hardly be read. */
  unseen: {
    of: [10, 1_000],
    chances: { changes_stop: 0.5, read_failed: 0.6, update_lost: 0.9 },
    without: ['book_stale'],
  },
  /** The store fails over to a copy that lacks its newest commits. */
  failover: { of: [10, 1_000], chances: { store_down: 0.06, tail_lost: 0.6 }, keepsOneIn: 4 },
  /** The user acts on every trade in the product, again and again; much else would leave none to act on. */
  hands: {
    of: [25, 1_000],
    chances: { instructs: 0.25, instructs_at_call: 0.05, instructs_entry: 0.2 },
    keepsOneIn: 4,
    // A target that was lowered is reached only where no exit was asked for before.
    mostly: { instructs: 6 },
  },
  /** The user sells a part of every trade that has more than one lot, and now and then does something else to it as well. */
  parts: {
    of: [25, 1_000],
    chances: { reduces: 0.2, reduces_at_call: 0.08, instructs: 0.02 },
    keepsOneIn: 3,
  },
  /** The user sends ticket after ticket, most of them while nothing else is entered. */
  tickets: {
    of: [25, 1_000],
    chances: { tickets: 0.2, tickets_at_call: 0.03, tickets_at_decision: 0.3 },
    keepsOneIn: 4,
  },
  /** The user approves entries, most of them while little else happens. */
  approvals: {
    of: [25, 1_000],
    chances: { asks_first: 0.3, approves: 0.6, approves_at_call: 0.1 },
    keepsOneIn: 4,
  },
  /** The user trades for themselves in the broker's own app, on a live link with few trades a day. */
  elsewhere: { of: [20, 1_000], chances: { trades_elsewhere: 0.5 }, keepsOneIn: 4 },
  /** Again and again each writing but those of entries takes longer than a call may wait, and nothing else goes wrong. */
  overloaded: { of: [10, 1_000], chances: { writes_slow: 0.15 }, keepsOneIn: 0 },
} as const satisfies Record<string, Special>

/** What the seed's day is about; undefined: about nothing in particular. */
export function specialOf(seed: number): keyof typeof SPECIALS | undefined {
  const isCalm = hash32(seed, 'mood') % 100 < CALM
  for (const [name, { of, onCalmDays }] of Object.entries(SPECIALS) as [keyof typeof SPECIALS, Special][])
    if (hash32(seed, name) % of[1] < of[0] && (!isCalm || onCalmDays === true)) return name
  return undefined
}

/** One fault that happens for certain where its place comes up: on its first call of that sort. */
export interface ForcedFault {
  readonly kind: FaultKind
  readonly call: 'place BUY' | 'place SELL' | 'place COVER' | 'modify' | 'cancel'
}

/** Troubles of an entry with which it still buys. */
const SURE_OF_ENTRIES: readonly FaultKind[] = ['reply_lost', 'slow_call', 'orders_hidden', 'stuck']
const SURE_OF_SALES: readonly FaultKind[] = [
  'request_lost',
  'reply_lost',
  'answer_garbled',
  'rate_limited',
  'refused',
  'rejected_later',
  'stuck',
  'slow_call',
  'orders_hidden',
  'sale_unseen',
  'sale_unseen',
  'sale_unseen',
]
const SURE_OF_CHANGES: readonly FaultKind[] = [
  'modify_refused',
  'stuck',
  'stuck',
  'stuck',
  'request_lost',
  'reply_lost',
  'rate_limited',
  'slow_call',
]

/** Those of a purchase that buys back what was sold short. */
const SURE_OF_COVERS: readonly FaultKind[] = [
  'cover_cut',
  'cover_cut',
  'cover_cut',
  'cover_cut',
  'cover_cut',
  'refused',
  'refused',
  'request_lost',
  'reply_lost',
  'rate_limited',
  'rejected_later',
  'stuck',
  'slow_call',
  'orders_hidden',
]
/** Share of the moves marked so whose decisions the store is late to commit. */
const LATE_MOVES = 0.4
/** Sure faults of which something rare comes only where little else goes wrong, and of so many such days those on which it does. */
const ALONE: Partial<Record<FaultKind, number>> = { sale_unseen: 2, taken_unseen: 2 }
/** Of the kinds that are switched on, one in so many stays so on such a day. */
const RETAINED_CHANCE = 4
/** Of a thousand days those whose first entry gets to the exchange so late that it was abandoned before. */
const LATE_ENTRIES = 30
/** How likely the user is to ask for the exit of an entry on such a day, before it gets there. */
const EXITS_LATE_ENTRY = 0.7
/** Of a hundred days those whose first purchase of that sort has one. */
const COVER_FAULTS = 60

/**
 * What goes wrong for certain with the order calls of a day that trades: with its first sale, or with its first change and,
 * as there may be none, its first entry; on half of the days with the first cancel too, on most with the first cover. Nothing on calm days, in a rush,
 * or where the store is overloaded.
 */
export function drawForcedFault(seed: number): readonly ForcedFault[] {
  const special = specialOf(seed)
  if (hash32(seed, 'mood') % 100 < CALM) return []
  if (special === 'rush' || special === 'overloaded') return []
  if (special === 'lag') return [{ kind: 'answer_garbled', call: 'place SELL' }]
  const draw = hash32(seed, 'sure')
  const one = (call: ForcedFault['call'], kinds: readonly FaultKind[]): ForcedFault => ({
    kind: kinds[(draw >>> 4) % kinds.length]!,
    call,
  })
  const covers = hash32(seed, 'covers')
  const ofCovers =
    special === 'race' || covers % 100 < COVER_FAULTS
      ? [{ kind: SURE_OF_COVERS[(covers >>> 8) % SURE_OF_COVERS.length]!, call: 'place COVER' as const }]
      : []
  // What comes before the race is to be as it should.
  if (special === 'race') return ofCovers
  if (hash32(seed, 'late entry') % 1_000 < LATE_ENTRIES) return [one('place BUY', ['taken_unseen']), ...ofCovers]
  const ofCancels = (draw >>> 1) % 2 === 0 ? [one('cancel', ['cancel_slow'])] : []
  if (draw % 2 === 0) return [one('place SELL', SURE_OF_SALES), ...ofCancels, ...ofCovers]
  return [one('place BUY', SURE_OF_ENTRIES), one('modify', SURE_OF_CHANGES), ...ofCancels, ...ofCovers]
}

/** The sure fault that little else goes wrong beside on this day; undefined: none. */
export function aloneOn(seed: number): FaultKind | undefined {
  return drawForcedFault(seed).find(({ kind }) => hash32(seed, 'alone') % (ALONE[kind] ?? Infinity) === 0)?.kind
}

/**
 * Choices decided by hash(seed, kind, entity, ordinal), never by "the next number": taking one away leaves the others as
 * they were.
 */
export class SeededChooser extends Chooser {
  readonly #seed: number
  /** How likely each kind is that is switched on. */
  readonly #chances: ReadonlyMap<FaultKind, number>
  readonly #forcedFault: readonly ForcedFault[]
  readonly #certain: ReadonlySet<FaultKind>
  readonly #mostly: Partial<Record<FaultKind, number>>

  constructor(seed: number, strengths: Strengths, offersOfKind = false) {
    super(offersOfKind)
    this.#seed = seed
    const chances = new Map<FaultKind, number>()
    const special = specialOf(seed)
    const about: Special | undefined = special === undefined ? undefined : SPECIALS[special]
    this.#forcedFault = drawForcedFault(seed)
    const keepsOneIn = about?.keepsOneIn ?? (aloneOn(seed) === undefined ? 1 : RETAINED_CHANCE)
    const isRetained = (kind: FaultKind) => keepsOneIn > 0 && hash32(seed, 'kept', hashNameOf(kind)) % keepsOneIn === 0
    for (const [kind, strength] of strengths) if (isRetained(kind)) chances.set(kind, FAULTS[kind].chance * strength)
    for (const [kind, chance] of Object.entries(about?.chances ?? {}) as [FaultKind, number][])
      chances.set(kind, chance)
    for (const kind of about?.without ?? []) chances.delete(kind)
    this.#chances = chances
    this.#mostly = hash32(seed, 'mostly') % 4 > 0 ? (about?.mostly ?? {}) : {}
    this.#certain = new Set(this.#forcedFault.map(({ kind }) => kind))
    if (this.#certain.has('taken_unseen')) chances.set('instructs_entry', EXITS_LATE_ENTRY)
  }

  override canFire(kind: FaultKind): boolean {
    return this.#chances.has(kind) || this.#certain.has(kind)
  }

  protected override keyOf(kind: FaultKind, entity: string): number {
    return hash32(this.#seed, hashNameOf(kind), entity)
  }

  protected override chanceOf(kind: FaultKind, entity: string): number {
    const chance = this.#chances.get(kind) ?? 0
    if (kind === 'store_slow' && entity === 'store') return LATE_MOVES
    if (kind === 'read_failed' && entity.endsWith(' funds')) return Math.min(0.6, chance * FUNDS_SHARE)
    return CALL_KINDS.includes(kind) && entity.endsWith(' BUY') ? chance * ENTRY_SHARE : chance
  }

  protected override alternativeOf({ kind, entity, key, chance, ordinal }: Place): number {
    const draw = mix32(key, ordinal)
    const isSure =
      ordinal === 0 && this.#forcedFault.some((one) => one.kind === kind && entity.endsWith(` ${one.call}`))
    if (!isSure && draw / 0x1_0000_0000 >= chance) return 0
    return this.#mostly[kind] ?? 1 + (mix32(draw, 1) % FAULTS[kind].alternatives)
  }
}

/** Exactly these things go wrong, and nothing else. */
export class ScriptedChooser extends Chooser {
  readonly #decisions: ReadonlyMap<string, number>
  readonly #kinds: ReadonlySet<FaultKind>

  /** `kinds`: those counted beside the ones of the decisions, for a run that is to offer them. */
  constructor(decisions: readonly FaultDecision[], kinds: readonly FaultKind[] = [], offersOfKind = false) {
    super(offersOfKind)
    this.#decisions = new Map(
      decisions.map(({ kind, entity, ordinal, alternative }) => [`${kind} ${entity} ${ordinal}`, alternative]),
    )
    this.#kinds = new Set([...kinds, ...decisions.map(({ kind }) => kind)])
  }

  override canFire(kind: FaultKind): boolean {
    return this.#kinds.has(kind)
  }

  protected override keyOf(): number {
    return 0
  }

  protected override alternativeOf({ kind, entity, ordinal }: Place): number {
    return this.#decisions.get(`${kind} ${entity} ${ordinal}`) ?? 0
  }
}
