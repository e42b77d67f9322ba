// Storms, freezes and deploys over live trades through a fault proxy, judged by an outside auditor; arguments are the
// program's options: --minutes N, --seed N, --speed N (market seconds a real one), --accounts N.
import { spawn } from 'node:child_process'
import { ROOT } from '../command.ts'

const main = 'apps/server/tests/black-box/storms/main.ts'
const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
// It has programs of its own to stop before it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
