import { SIGNAL_PARAMS, type SignalParams } from '@strikewise/signals/registry/params.ts'
import { withWeights, type NamedWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { PRODUCT_RULES } from '../day/trade-rules.ts'
import type { TradeSettings } from '../day/trade-settings.ts'

/** One set of parameters. Every one that is tried is logged: the count is an input of the over-fitting measures. */
export interface BacktestTrial {
  /** What differs from the product's own figures; empty for these themselves. */
  readonly name: string
  readonly params: SignalParams
  readonly settings: TradeSettings
  /** Whether the chain agent votes on modelled chains too: the other trials let it vote on recorded ones alone. */
  readonly readsModelledChain?: boolean
}

/** One parameter of a sweep and the values it takes: `engine.enter=0.35,0.4`, `trade.trailing=true,false`. */
export interface SweptParameter {
  readonly path: string
  readonly values: readonly (number | boolean)[]
}

const TRADE = 'trade.'
const RULES = 'trade.rules.'

/** Reads `name=a,b,c`. Throws RangeError when no such parameter exists or a value is of another kind than it. */
export function sweptParameter(text: string, settings: TradeSettings): SweptParameter {
  const [path, list, ...more] = text.split('=')
  if (path === undefined || list === undefined || list === '' || more.length > 0)
    throw new RangeError(`--sweep must be name=value,value,…, not "${text}"`)
  const known = valueAt({ signals: SIGNAL_PARAMS, settings: { ...settings, rules: PRODUCT_RULES } }, path)
  if (typeof known !== 'number' && typeof known !== 'boolean')
    throw new RangeError(`--sweep: there is no parameter ${path} that is a number`)
  const values = list.split(',').map((value) => {
    const read = typeof known === 'boolean' ? { true: true, false: false }[value] : Number(value || Number.NaN)
    if (read === undefined || Number.isNaN(read))
      throw new RangeError(`--sweep ${path}: "${value}" is not a ${typeof known}`)
    return read
  })
  return { path, values }
}

/**
 * The product's own parameters first, then every combination of what is swept that differs from them. With learned
 * weights: the parameters with these first, then those as written, which they have to be compared with. Where asked for,
 * the first again with the chain agent voting on modelled chains.
 */
export function trialsOf(
  swept: readonly SweptParameter[],
  settings: TradeSettings,
  weights?: NamedWeights,
  comparesModelledChain = false,
): BacktestTrial[] {
  const asWritten: BacktestTrial = { name: '', params: SIGNAL_PARAMS, settings }
  const own: BacktestTrial =
    weights === undefined
      ? asWritten
      : { name: `weights ${weights.version}`, params: withWeights(SIGNAL_PARAMS, weights), settings }
  let trials = [own]
  for (const { path, values } of swept)
    trials = trials.flatMap((trial) => values.map((value) => changed(trial, path, value)))
  const others = trials.filter(
    (trial) => JSON.stringify([trial.params, trial.settings]) !== JSON.stringify([own.params, own.settings]),
  )
  const withModelledChain: BacktestTrial[] = comparesModelledChain
    ? [
        {
          ...own,
          name: [own.name, 'option chain agent on modelled chains'].filter(Boolean).join(' '),
          readsModelledChain: true,
        },
      ]
    : []
  return [own, ...(weights === undefined ? [] : [asWritten]), ...withModelledChain, ...others]
}

function changed(trial: BacktestTrial, path: string, value: number | boolean): BacktestTrial {
  const name = [trial.name, `${path}=${value}`].filter(Boolean).join(' ')
  const { rules = PRODUCT_RULES } = trial.settings
  const settings = path.startsWith(RULES) ? { ...trial.settings, rules: { ...rules } } : { ...trial.settings }
  const copy = { signals: structuredClone(trial.params), settings }
  const [holder, key] = holderOf(copy, path)
  holder[key] = value
  return { name, params: copy.signals, settings: copy.settings }
}

interface Roots {
  readonly signals: SignalParams
  readonly settings: TradeSettings
}

function valueAt(roots: Roots, path: string): unknown {
  const [holder, key] = holderOf(roots, path)
  return Object.hasOwn(holder, key) ? holder[key] : undefined
}

/** The object a path leads into, and its last name. An unknown way leads to an empty object. */
function holderOf({ signals, settings }: Roots, path: string): [Record<string, unknown>, string] {
  const names = (path.startsWith(TRADE) ? path.slice(TRADE.length) : path).split('.')
  // Walked by names that come as text: what each leads to is asked at every step, and no type can report it before.
  let holder = (path.startsWith(TRADE) ? settings : signals) as unknown as Record<string, unknown>
  for (const name of names.slice(0, -1))
    holder = (Object.hasOwn(holder, name) ? holder[name] : {}) as Record<string, unknown>
  return [holder, names.at(-1)!]
}
