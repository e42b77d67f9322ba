// Loses the reply of every order call after the exchange has carried it out, until so many were settled; arguments are
// the program's options: --count N, --accounts N, --seed N.
import { spawn } from 'node:child_process'
import { ROOT } from '../command.ts'

const main = 'apps/server/tests/black-box/storms/lost-replies-main.ts'
const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
// It has programs of its own to stop before it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
