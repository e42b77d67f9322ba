// `npm run trial`: registers a candidate rule before its test data exist, and tests it on them once.
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import type { TradeSettings } from '../backtest/day/trade-settings.ts'
import { trialsLogOf } from '../backtest/trials-log/test-data.ts'
import { readTrialsLog } from '../backtest/trials-log/trials-file.ts'
import { runCommand } from '../run-command.ts'
import { exportedTrial } from './exported-trial.ts'
import { registerCandidate } from './register-candidate.ts'
import { runRegistered } from './run-registered.ts'
import { logText, registrationText, resultText } from './texts.ts'

const USAGE = `npm run trial -- register <file> | run <hash> | export <hash> | list [options]

  register <file>       JSON of a candidate: name, author, date, parameters (as in --sweep of the backtest) or weights,
                        data.seen and data.test (ranges of days), test (mean_r, gain_r, deflated_sharpe) and threshold
  run <hash>            tests a registered candidate, once, when the days of its test are over
  export <hash>         prints a registration with its result as JSON, for an operator to file on the page Weights
  list                  registrations, results and refusals
  --recordings <folder> days the server has recorded; the log trials.jsonl lies among them (.data/recordings)
  --seed <text>         seed of the run (strikewise)
  --workers <n>         threads (all processors)`

/** One lot, the stop's slack as users get it, no trailing; capital only bounds the day's loss. */
const SETTINGS: TradeSettings = {
  lots: 1,
  slBuffer: paiseFromRupees(USER_LIMITS.slBufferRupees.initial),
  trailing: false,
  capital: paiseFromRupees(1_000_000),
}

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

interface Options {
  readonly command: 'register' | 'run' | 'export' | 'list'
  /** File or hash; empty for `list`. */
  readonly subject: string
  readonly recordings: string
  readonly seed: string
  readonly workers: number
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parsed(args)
  const [command, subject = '', ...more] = positionals
  if (command !== 'register' && command !== 'run' && command !== 'export' && command !== 'list')
    throw new RangeError('register, run, export or list is missing')
  if ((subject === '') !== (command === 'list') || more.length > 0)
    throw new RangeError(`${command}: ${command === 'list' ? 'takes no more words' : 'one file or hash is missing'}`)
  const workers = Number(values.workers ?? availableParallelism())
  if (!Number.isSafeInteger(workers) || workers < 1)
    throw new RangeError('--workers must be a whole number of at least 1')
  return { command, subject, recordings: values.recordings, seed: values.seed, workers }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        recordings: { type: 'string', default: path.join('.data', 'recordings') },
        seed: { type: 'string', default: 'strikewise' },
        workers: { type: 'string' },
      },
    })
  } catch (error) {
    throw new RangeError((error as Error).message, { cause: error })
  }
}

async function run({ command, subject, recordings, seed, workers }: Options): Promise<number> {
  const now = Date.now() as EpochMs
  switch (command) {
    case 'register':
      console.log(registrationText(registerCandidate(subject, recordings, now)))
      return 0
    case 'run': {
      const test = { recordings, registration: subject, settings: SETTINGS, seed, workers, now }
      console.log(resultText(await runRegistered(test)))
      return 0
    }
    case 'export':
      console.log(JSON.stringify(exportedTrial(trialsLogOf(recordings), subject)))
      return 0
    case 'list':
      console.log(logText(readTrialsLog(trialsLogOf(recordings)), istDateAt(now)))
      return 0
  }
}
