import { hash32, hashFrom, mix32 } from '@strikewise/exchange/random/hash.ts'
import { FAULT_KINDS, FAULTS, type FaultKind } from './faults.ts'

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

  constructor(keepOffered: boolean) {
    this.offered = keepOffered ? [] : undefined
  }

  choose(kind: FaultKind, entity: string): number {
    if (!this.active || !this.mayFire(kind)) return 0
    let places = this.#places.get(kind)
    if (places === undefined) this.#places.set(kind, (places = new Map()))
    let place = places.get(entity)
    if (place === undefined) places.set(entity, (place = { kind, entity, key: this.keyOf(kind, entity), ordinal: 0 }))
    const { ordinal } = place
    this.offered?.push({ kind, entity, ordinal })
    const alternative = this.alternativeOf(place)
    place.ordinal += 1
    if (alternative > 0) this.fired.push({ kind, entity, ordinal, alternative })
    return alternative
  }

  /** Whether this kind may fire at all. */
  abstract mayFire(kind: FaultKind): boolean
  /** A number worked out once for a place, for whoever decides there. */
  protected abstract keyOf(kind: FaultKind, entity: string): number
  protected abstract alternativeOf(place: Readonly<Place>): number
}

/** How strongly each kind of fault is switched on; the others are off. */
export type Strengths = ReadonlyMap<FaultKind, number>

/** How strong a fault is on most days, drawn with even chances. */
const ORDINARY = [0.3, 1, 1, 2] as const

/** Each kind of fault on or off by the toss of a coin, with a strength; one seed in ten is calm, one in twenty a storm. */
export function drawStrengths(seed: number): Strengths {
  const mood = hash32(seed, 'mood') % 100
  const strengths = new Map<FaultKind, number>()
  if (mood < 10) return strengths
  const drawFor = hashFrom(seed, 'strength')
  for (const kind of FAULT_KINDS) {
    const draw = drawFor(kind)
    if ((draw & 1) === 0 && mood >= 15) continue
    strengths.set(kind, mood < 15 ? 2.5 : ORDINARY[(draw >>> 1) & 3]!)
  }
  return strengths
}

/**
 * Choices decided by hash(seed, kind, entity, ordinal), never by "the next number": taking one away leaves the others as
 * they were.
 */
export class SeededChooser extends Chooser {
  readonly #seed: number
  /** How likely each kind is that is switched on. */
  readonly #chances: ReadonlyMap<FaultKind, number>

  constructor(seed: number, strengths: Strengths, keepOffered = false) {
    super(keepOffered)
    this.#seed = seed
    const chances = new Map<FaultKind, number>()
    for (const [kind, strength] of strengths) chances.set(kind, FAULTS[kind].chance * strength)
    this.#chances = chances
  }

  override mayFire(kind: FaultKind): boolean {
    return this.#chances.has(kind)
  }

  protected override keyOf(kind: FaultKind, entity: string): number {
    return hash32(this.#seed, kind, entity)
  }

  protected override alternativeOf({ kind, key, ordinal }: Place): number {
    const draw = mix32(key, ordinal)
    if (draw / 0x1_0000_0000 >= this.#chances.get(kind)!) return 0
    return 1 + (mix32(draw, 1) % FAULTS[kind].alternatives)
  }
}

/** Exactly these things go wrong, and nothing else. */
export class ScriptedChooser extends Chooser {
  readonly #decisions: ReadonlyMap<string, number>
  readonly #kinds: ReadonlySet<FaultKind>

  /** `kinds`: those counted beside the ones of the decisions, for a run that is to offer them. */
  constructor(decisions: readonly FaultDecision[], kinds: readonly FaultKind[] = [], keepOffered = false) {
    super(keepOffered)
    this.#decisions = new Map(
      decisions.map(({ kind, entity, ordinal, alternative }) => [`${kind} ${entity} ${ordinal}`, alternative]),
    )
    this.#kinds = new Set([...kinds, ...decisions.map(({ kind }) => kind)])
  }

  override mayFire(kind: FaultKind): boolean {
    return this.#kinds.has(kind)
  }

  protected override keyOf(): number {
    return 0
  }

  protected override alternativeOf({ kind, entity, ordinal }: Place): number {
    return this.#decisions.get(`${kind} ${entity} ${ordinal}`) ?? 0
  }
}
