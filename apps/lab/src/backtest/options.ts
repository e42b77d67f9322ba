import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import { firstTestSession } from '@strikewise/signals/learning/promotion-criteria.ts'
import type { WeightsArtefact } from '@strikewise/signals/learning/weights-artefact.ts'
import { USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import type { TradeSettings } from './day/trade-settings.ts'
import { readWeights } from './input/weights-file.ts'
import { sweptParameter, type SweptParameter } from './run/trial.ts'

export const USAGE = `npm run backtest -- <input> [<input> …] [options]

  <input>             CSV (.csv, .csv.gz) or Parquet files of one-minute index bars or of index ticks (ts,symbol,ltp), or
                      folders of them; days the server has recorded (<data folder>/recordings, or single days below it)
  --chain <path>      recorded option chains, a file an index and day, or folders of them (repeatable); prices of sessions
                      without one are modelled
  --vix <file>        India VIX by day (symbol,date,open,high,low,close): modelled prices then start from the last close of
                      it beside what the index moved; without it from that alone
  --from, --to <day>  trade only sessions from, and up to, these days (YYYY-MM-DD); earlier ones in the files warm up
  --lots <n>          lots an entry (1)
  --capital <rupees>  declared capital: loss cap and risk budget are shares of it (1000000)
  --sl-buffer <rs>    slack of the stop (${USER_LIMITS.slBufferRupees.initial})
  --trailing          trail the stop
  --sweep name=a,b,c  also try these values of a parameter, e.g. engine.enter=0.35,0.45 or trade.trailing=true,false (repeatable)
  --modelled-chain    also try what the first trial does with the option chain agent voting on modelled open interest
                      (without it, that agent has no vote where no chain is recorded)
  --weights <file>    trade with learned weights instead of those as written, on sessions they were not made from, and
                      write what the promotion gate asks to <name>.evidence.json
  --trials-log <file> read what was tried before and append what is tried now: the over-fitting measures count every trial
                      of every run (with --weights: backtest-trials.jsonl beside the report, unless told otherwise)
  --seed <text>       seed of modelled prices, bootstrap and draws (strikewise)
  --workers <n>       threads (all processors)
  --out <name>        writes <name>.html and <name>.json (backtest-report)`

export interface BacktestOptions {
  /** Bars and recorded days. */
  readonly inputs: readonly string[]
  readonly chains: readonly string[]
  /** India VIX by day; undefined: modelled prices know what the index moved alone. */
  readonly vix: string | undefined
  readonly from: IstDate | undefined
  readonly to: IstDate | undefined
  readonly settings: TradeSettings
  readonly swept: readonly SweptParameter[]
  /** Whether the chain agent is also tried on modelled chains. */
  readonly comparesModelledChain: boolean
  readonly weights: WeightsArtefact | undefined
  /** Where every trial of every run is kept; undefined: this run counts its own alone. */
  readonly trialsLog: string | undefined
  readonly seed: string
  readonly workers: number
  readonly out: string
}

/** Reads the command line. Throws RangeError with what is wrong. */
export function readOptions(args: readonly string[]): BacktestOptions {
  const { values, positionals } = parsed(args)
  if (positionals.length === 0) throw new RangeError('no bars and no recorded days given')
  const settings: TradeSettings = {
    lots: whole('--lots', values.lots, 1),
    slBuffer: paiseFromRupees(whole('--sl-buffer', values['sl-buffer'], 0)),
    trailing: values.trailing,
    capital: paiseFromRupees(whole('--capital', values.capital, 1)),
  }
  const weights = values.weights === undefined ? undefined : readWeights(values.weights)
  // Whatever is asked for: what weights were made from cannot test them.
  const from = [
    ...(values.from === undefined ? [] : [istDate(values.from)]),
    ...(weights === undefined ? [] : [firstTestSession(weights, nseCalendar)]),
  ].sort()
  return {
    inputs: positionals,
    chains: values.chain,
    vix: values.vix,
    from: from.at(-1),
    to: values.to === undefined ? undefined : istDate(values.to),
    settings,
    comparesModelledChain: values['modelled-chain'],
    weights,
    // Weights are only ever judged by what all runs have tried.
    trialsLog: values['trials-log'] ?? (weights && path.join(path.dirname(values.out), 'backtest-trials.jsonl')),
    swept: values.sweep.map((text) => sweptParameter(text, settings)),
    seed: values.seed,
    workers: whole('--workers', values.workers ?? String(availableParallelism()), 1),
    out: values.out,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        chain: { type: 'string', multiple: true, default: [] },
        vix: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        lots: { type: 'string', default: '1' },
        capital: { type: 'string', default: '1000000' },
        'sl-buffer': { type: 'string', default: String(USER_LIMITS.slBufferRupees.initial) },
        trailing: { type: 'boolean', default: false },
        'modelled-chain': { type: 'boolean', default: false },
        weights: { type: 'string' },
        'trials-log': { type: 'string' },
        sweep: { type: 'string', multiple: true, default: [] },
        seed: { type: 'string', default: 'strikewise' },
        workers: { type: 'string' },
        out: { type: 'string', default: 'backtest-report' },
      },
    })
  } catch (error) {
    throw new RangeError((error as Error).message, { cause: error })
  }
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number of at least ${least}, not "${text}"`)
  return value
}
