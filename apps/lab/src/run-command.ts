import { BadFile } from './backtest/input/bad-file.ts'

/** What was given cannot be used; nothing has been written. */
const BAD_INPUT = 2

/** A command of the lab: how it reads its line, and what it does. */
export interface Command<Options> {
  readonly usage: string
  /** Throws RangeError with what is wrong. */
  readonly readOptions: (args: readonly string[]) => Options
  /** Returns the exit code. Throws BadFile for a file that cannot be used. */
  readonly run: (options: Options) => Promise<number>
}

/** Runs a command on this process's arguments; shows what is wrong with them, or with a file, and returns the exit code. */
export async function runCommand<Options>({ usage, readOptions, run }: Command<Options>): Promise<number> {
  let options: Options
  try {
    options = readOptions(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    console.error(`${error.message}\n\n${usage}`)
    return BAD_INPUT
  }
  try {
    return await run(options)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    console.error(error.message)
    return BAD_INPUT
  }
}
