// The benchmarks of apps/lab; arguments are their names.
import { spawn } from 'node:child_process'
import { ROOT } from '../command.ts'

const child = spawn(process.execPath, ['apps/lab/src/bench/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
// It has programs of its own to stop before it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
