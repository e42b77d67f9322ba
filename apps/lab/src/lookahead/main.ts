// `npm run lookahead`: whether a decision depends on what the market does after it.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { sessionBars } from '../backtest/input/session-bars.ts'
import type { RequestedSession } from '../backtest/run/partition.ts'
import { runCommand } from '../run-command.ts'
import { checkCuts } from './check-cuts.ts'

const BARS = path.join(import.meta.dirname, '../../../../../shared/data/bars/NIFTY_1m_2022.csv.gz')
const USAGE = `npm run lookahead -- [options]

  --bars <file>   one-minute bars of one index (../shared/data/bars/NIFTY_1m_2022.csv.gz)
  --cuts <n>      instants at which all that follows is replaced (1000)
  --seed <n>      seed of the instants and of the other futures (1)

Ends with 1 when a decision of before a cut changes.`

/** Cuts between two lines of progress. */
const PROGRESS_CUTS = 100

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

interface Options {
  readonly bars: string
  readonly cuts: number
  readonly seed: number
}

function readOptions(args: readonly string[]): Options {
  const { values } = parsed(args)
  const cuts = Number(values.cuts)
  if (!Number.isSafeInteger(cuts) || cuts < 1) throw new RangeError('--cuts must be a whole number of at least 1')
  if (!existsSync(values.bars)) throw new RangeError(`--bars: there is no file ${values.bars}`)
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new RangeError('--seed must be a whole number')
  return { bars: values.bars, cuts, seed }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        bars: { type: 'string', default: BARS },
        cuts: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
      },
    })
  } catch (error) {
    throw new RangeError((error as Error).message, { cause: error })
  }
}

async function run({ bars, cuts, seed }: Options): Promise<number> {
  const sessions: RequestedSession[] = []
  const reading = { leftOut: () => undefined, took: () => undefined }
  for await (const session of sessionBars(bars, nseCalendar, reading)) sessions.push(session)
  const found = await checkCuts({ sessions, cuts, seed }, undefined, (done) => {
    if (done % PROGRESS_CUTS === 0) console.log(`${done} of ${cuts} cuts`)
  })
  for (const { at, minute } of found.changed) console.log(`cut at ${at}: the decision of ${minute} changed`)
  console.log(
    [
      `figure: random cuts | ${found.cuts}, of them ${found.early} in the first 3 s of a minute`,
      `figure: decisions compared | ${found.compared}`,
      `figure: cuts that changed a decision | ${found.changed.length}`,
    ].join('\n'),
  )
  return found.changed.length === 0 ? 0 : 1
}
