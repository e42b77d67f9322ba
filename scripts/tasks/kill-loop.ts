// Kills the trader at named points of its work, over and over, and judges what its successor makes of it; arguments are
// the loop's options: --kills N, --seed N, --speed N (market seconds a real one).
import { spawn } from 'node:child_process'
import { ROOT } from '../command.ts'

const main = 'apps/server/tests/black-box/kill-loop/main.ts'
const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
// It has programs of its own to stop before it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
