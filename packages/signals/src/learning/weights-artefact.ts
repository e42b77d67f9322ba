import { type Voter, VOTERS } from '../registry/registry.ts'
import { hash } from 'node:crypto'
import { canonicalJson, readCanonical } from '@strikewise/domain/hashing/canonical-json.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ForecastQuality } from './forecast-quality.ts'
import { largestWeight } from './earned-weights.ts'
import type { LogisticMap } from './logistic.ts'
import type { RankEvidence } from './rank-evidence.ts'
import type { ByVoter, NamedWeights, VoterWeights } from './voter-weights.ts'

/** 1: Hedge, weights of 0.05 to 0.45, no evidence. Versions of either format are read. */
const FORMAT = 2
const FORMAT_1_CAPS = { least: 0.05, most: 0.45 }

/** The end of the decision log when it was read: the log is chained, so this names every row before it too. */
export interface LogEnd {
  readonly seq: number
  readonly hash: string
}

/**
 * What one night has learned: weights, with all that is needed to make them again. It never changes; the next night makes
 * another. There is no instant in it: the same sessions give the same bytes whenever they are read.
 */
export interface WeightsArtefact extends NamedWeights {
  readonly format: 1 | typeof FORMAT
  /** The day of the newest session it was made from: one artefact a session. */
  readonly version: IstDate
  readonly code: {
    readonly signals: string
    readonly learning: string
    /** `learningHash` of code and numbers. */
    readonly hash: string
  }
  readonly data: {
    readonly from: IstDate
    readonly to: IstDate
    readonly sessions: number
    readonly labels: number
    readonly log: LogEnd
  }
  /** The version before it, by hash; null: the weights as written. */
  readonly before: string | null
  /** Mean Brier score of each agent on the day of `version`, by the maps of the night before; null: no label. */
  readonly losses: ByVoter<number | null>
  /** What each agent's weight comes from; null: not known. Absent in format 1. */
  readonly evidence?: ByVoter<RankEvidence | null>
  readonly weights: VoterWeights
  /** Maps of the 60 sessions up to `version`: of what each agent reports, and of the score under these weights. */
  readonly maps: ByVoter<LogisticMap>
  readonly scoreMap: LogisticMap
  /** On the last 20 sessions, by maps of the 60 before them; null without labels. */
  readonly quality: ByVoter<ForecastQuality | null>
  readonly scoreQuality: ForecastQuality | null
}

/** An artefact without its format: what a night has to report. */
export type TrainedWeights = Omit<WeightsArtefact, 'format'>

/** The artefact's one text: canonical JSON. */
export function artefactText(learned: TrainedWeights): string {
  const artefact: WeightsArtefact = { format: FORMAT, ...learned }
  return canonicalJson(artefact)
}

/** SHA-256 (hex) of an artefact's text. */
export function artefactHash(text: string): string {
  return hash('sha256', text, 'hex')
}

/**
 * Reads what `artefactText` wrote. Throws RangeError for any other text, for another format, and for weights that are
 * not within the caps or do not add up to 1: no process trades with those, whatever wrote them.
 */
export function readArtefact(text: string): WeightsArtefact {
  const read = readCanonical(text)
  const format = read?.['format']
  if (read === undefined || (format !== FORMAT && format !== 1) || typeof read['version'] !== 'string')
    throw new RangeError('not a weights artefact of this format')
  const weights = read['weights'] as Partial<Record<Voter, unknown>> | null | undefined
  const voting = VOTERS.filter((agent) => Number(weights?.[agent]) > 0).length
  const { least, most } = format === 1 ? FORMAT_1_CAPS : { least: 0, most: largestWeight(voting) }
  let sum = 0
  for (const agent of VOTERS) {
    const weight = weights?.[agent]
    if (typeof weight !== 'number' || !(weight >= least && weight <= most + 1e-12))
      throw new RangeError(`weights ${read['version']}: ${agent} has ${String(weight)}, not ${least} to ${most}`)
    sum += weight
  }
  if (Math.abs(sum - 1) > 1e-9) throw new RangeError(`weights ${read['version']} add up to ${sum}`)
  // The text is canonical, of this format, and by `artefactText` the only one who writes it.
  return read as unknown as WeightsArtefact
}
