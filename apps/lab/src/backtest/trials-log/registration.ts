import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import {
  candidateHash,
  type Candidate,
  type DayRange,
  type Registration,
} from '@strikewise/signals/learning/registered-trial.ts'
import { TEST_STATISTICS } from '@strikewise/signals/learning/test-statistics.ts'
import { withWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { readArtefact } from '@strikewise/signals/learning/weights-artefact.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { TradeSettings } from '../day/trade-settings.ts'
import { sweptParameter, trialsOf, type BacktestTrial } from '../run/trial.ts'

const FIELDS = ['name', 'author', 'date', 'parameters', 'weights', 'data', 'test', 'threshold']

/** Reads a candidate's file. Throws RangeError with the field that is wrong. */
export function readCandidate(text: string): Candidate {
  const read = objectOf('the file', parsed(text), FIELDS)
  const data = objectOf('data', read['data'], ['seen', 'test'])
  if (!Array.isArray(data['seen'])) throw new RangeError('data.seen: a list of ranges of days is missing')
  const test = TEST_STATISTICS.find((one) => one === read['test'])
  if (test === undefined) throw new RangeError(`test: one of ${TEST_STATISTICS.join(', ')} is missing`)
  const threshold = read['threshold']
  if (typeof threshold !== 'number' || !Number.isFinite(threshold))
    throw new RangeError('threshold: a number is missing')
  const candidate: Candidate = {
    name: textOf('name', read['name']),
    author: textOf('author', read['author']),
    date: dayOf('date', read['date']),
    parameters: parametersOf(read['parameters']),
    ...(read['weights'] === undefined ? {} : { weights: objectOf('weights', read['weights']) }),
    data: {
      seen: data['seen'].map((range) => rangeOf('data.seen', range)),
      test: rangeOf('data.test', data['test']),
    },
    test,
    threshold,
  }
  candidateTrials(candidate, NO_SETTINGS)
  return candidate
}

/**
 * Registers a candidate on `today`. Throws RangeError where its test data could have been seen: sessions of that day or
 * before, or of a range that the file itself calls seen.
 */
export function registrationOf(candidate: Candidate, today: IstDate): Registration {
  const { date, data } = candidate
  if (date > today) throw new RangeError(`date: ${date} is later than today, ${today}`)
  if (data.test.from <= today)
    throw new RangeError(
      `data.test: test data are sessions after ${today}, the day of registration; ${data.test.from} is not`,
    )
  const overlap = data.seen.find(({ to }) => to > today)
  if (overlap !== undefined) throw new RangeError(`data.seen: ${overlap.to} is later than today, ${today}`)
  const [trial] = candidateTrials(candidate, NO_SETTINGS)
  return { hash: candidateHash(candidate), day: today, candidate, config: configHash(trial.params) }
}

/** Settings that change nothing of a candidate's hash: a run brings its own. */
const NO_SETTINGS = { lots: 1, slBuffer: 0, trailing: false, capital: 0 } as TradeSettings

/**
 * The candidate and the product's own rule, which it is compared with. Throws RangeError where the candidate changes
 * nothing, or a parameter or weights that do not exist.
 */
export function candidateTrials(
  { name, parameters, weights }: Pick<Candidate, 'name' | 'parameters' | 'weights'>,
  settings: TradeSettings,
): readonly [candidate: BacktestTrial, own: BacktestTrial] {
  const swept = Object.entries(parameters).map(([path, value]) => sweptParameter(`${path}=${value}`, settings))
  const all = trialsOf(swept, settings)
  const own = all[0]!
  const changed = all[1] ?? own
  const params =
    weights === undefined ? changed.params : withWeights(changed.params, readArtefact(canonicalJson(weights)))
  const candidate: BacktestTrial = { name, params, settings: changed.settings }
  if (canonicalJson([candidate.params, candidate.settings]) === canonicalJson([SIGNAL_PARAMS, settings]))
    throw new RangeError('parameters: the candidate is the product’s own rule')
  return [candidate, own]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RangeError(`not JSON: ${(error as Error).message}`, { cause: error })
  }
}

function objectOf(name: string, value: unknown, fields?: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${name}: an object is missing`)
  const unknown = fields && Object.keys(value).find((key) => !fields.includes(key))
  if (unknown !== undefined) throw new RangeError(`${name}: there is no field ${unknown}`)
  return value as Readonly<Record<string, unknown>>
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new RangeError(`${name}: a text is missing`)
  return value
}

function dayOf(name: string, value: unknown): IstDate {
  try {
    return istDate(textOf(name, value))
  } catch (error) {
    throw new RangeError(`${name}: a day like 2026-11-30 is missing`, { cause: error })
  }
}

function rangeOf(name: string, value: unknown): DayRange {
  const read = objectOf(name, value, ['from', 'to'])
  const range = { from: dayOf(`${name}.from`, read['from']), to: dayOf(`${name}.to`, read['to']) }
  if (range.from > range.to) throw new RangeError(`${name}: ${range.from} is later than ${range.to}`)
  return range
}

function parametersOf(value: unknown): Candidate['parameters'] {
  if (value === undefined) return {}
  const read = objectOf('parameters', value)
  const wrong = Object.keys(read).find((key) => typeof read[key] !== 'number' && typeof read[key] !== 'boolean')
  if (wrong !== undefined) throw new RangeError(`parameters: ${wrong} is neither a number nor true or false`)
  return read as Candidate['parameters']
}
