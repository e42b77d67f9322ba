// Known bugs put into a copy of the program, which the simulator must find; arguments are names of patches.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/lab/src/simulate/planted.ts', ...process.argv.slice(2)]))
