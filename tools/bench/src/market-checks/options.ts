import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

export const USAGE = `npm run market-checks -- [options]

  --days <n>       simulated sessions (40)
  --seed <text>    seed of the simulated market (1)
  --data <folder>  records to put beside it: bars/ and chain/ below it (../shared/data when it is there)
  --json <file>    writes the table there, too
  --fit            prints the constants of the simulated market that the records give, and checks nothing`

/** What the published ranges were measured on sits beside the project on the machines of those who have it. */
const SHARED = path.join(import.meta.dirname, '../../../../../shared/data')

export interface CheckOptions {
  readonly days: number
  readonly seed: string
  /** Undefined: published figures stand for the records. */
  readonly data: string | undefined
  readonly json: string | undefined
  /** Fit the model's constants instead. */
  readonly fit: boolean
}

/** Reads the command line. Throws RangeError with what is wrong. */
export function readOptions(args: readonly string[]): CheckOptions {
  const { days, seed, data, json, fit } = parsed(args)
  const count = Number(days)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new RangeError(`--days must be a whole number of at least 1, not "${days}"`)
  if (data !== undefined && !existsSync(data)) throw new RangeError(`--data: there is no folder ${data}`)
  const records = data ?? (existsSync(SHARED) ? SHARED : undefined)
  if (fit && records === undefined) throw new RangeError('--fit: there are no records; name them with --data')
  return { days: count, seed, data: records, json, fit }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        days: { type: 'string', default: '40' },
        seed: { type: 'string', default: '1' },
        data: { type: 'string' },
        json: { type: 'string' },
        fit: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new RangeError((error as Error).message, { cause: error })
  }
}
