// Loses the reply of every order call after the exchange has carried it out, until so many were settled; arguments are
// the program's options: --count N, --accounts N, --seed N.
import { run } from '../command.ts'

process.exit(
  await run(process.execPath, ['apps/server/tests/black-box/chaos/lost-replies-main.ts', ...process.argv.slice(2)]),
)
