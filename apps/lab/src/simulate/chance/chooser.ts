import { hash32 } from '@strikewise/exchange/random/hash.ts'
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

/** Answers, at each place where something may go wrong, whether it does: 0 no, else which of the alternatives. */
export abstract class Chooser {
  readonly #ordinals = new Map<FaultKind, Map<string, number>>()
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
    let ordinals = this.#ordinals.get(kind)
    if (ordinals === undefined) this.#ordinals.set(kind, (ordinals = new Map()))
    const ordinal = ordinals.get(entity) ?? 0
    ordinals.set(entity, ordinal + 1)
    this.offered?.push({ kind, entity, ordinal })
    const alternative = this.alternativeOf(kind, entity, ordinal)
    if (alternative > 0) this.fired.push({ kind, entity, ordinal, alternative })
    return alternative
  }

  protected abstract mayFire(kind: FaultKind): boolean
  protected abstract alternativeOf(kind: FaultKind, entity: string, ordinal: number): number
}

/** How strongly each kind of fault is switched on; 0: off. */
export type Strengths = Readonly<Partial<Record<FaultKind, number>>>

/** Each kind of fault on or off by the toss of a coin, with a strength; one seed in ten is calm, one in twenty a storm. */
export function drawStrengths(seed: number): Strengths {
  const mood = hash32(seed, 'mood') % 100
  if (mood < 10) return {}
  const strengths: Partial<Record<FaultKind, number>> = {}
  for (const kind of FAULT_KINDS) {
    const draw = hash32(seed, 'strength', kind)
    if ((draw & 1) === 0 && mood >= 15) continue
    strengths[kind] = mood < 15 ? 2.5 : [0.3, 1, 1, 2][(draw >>> 1) & 3]!
  }
  return strengths
}

/**
 * Choices decided by hash(seed, kind, entity, ordinal), never by "the next number": taking one away leaves the others as
 * they were.
 */
export class SeededChooser extends Chooser {
  readonly #seed: number
  readonly #strengths: Strengths

  constructor(seed: number, strengths: Strengths, keepOffered = false) {
    super(keepOffered)
    this.#seed = seed
    this.#strengths = strengths
  }

  protected override mayFire(kind: FaultKind): boolean {
    return this.#strengths[kind] !== undefined
  }

  protected override alternativeOf(kind: FaultKind, entity: string, ordinal: number): number {
    const { chance, alternatives } = FAULTS[kind]
    const draw = hash32(this.#seed, kind, entity, ordinal)
    if (draw / 0x1_0000_0000 >= chance * this.#strengths[kind]!) return 0
    return 1 + (hash32(draw, 'alternative') % alternatives)
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

  protected override mayFire(kind: FaultKind): boolean {
    return this.#kinds.has(kind)
  }

  protected override alternativeOf(kind: FaultKind, entity: string, ordinal: number): number {
    return this.#decisions.get(`${kind} ${entity} ${ordinal}`) ?? 0
  }
}
