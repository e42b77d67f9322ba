// Records the day that `/demo/day` plays: a paper account on the simulated market, as its dashboard read it. Options: --speed N, --start
// TIME and --until TIME (IST), --seed N, --step N (seconds of market time between two readings of the prices), --out FILE.
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { recordDemoDay } from '../../e2e/demo-day/record.ts'
import { startDevStack } from '../../e2e/dev-stack.ts'
import { buildAppIfStale } from '../build-app.ts'
import { ROOT } from '../command.ts'

const { values } = parseArgs({
  options: {
    speed: { type: 'string', default: '18' },
    start: { type: 'string', default: '2026-09-17T09:08' },
    until: { type: 'string', default: '15:43' },
    seed: { type: 'string' },
    step: { type: 'string', default: '10' },
    out: { type: 'string', default: join(ROOT, 'apps', 'web', 'src', 'features', 'demo-day', 'day.json') },
  },
})

await buildAppIfStale()
const seed = values.seed === undefined ? [] : ['--seed', values.seed]
const stack = await startDevStack({ sandboxArgs: ['--speed', '1', '--start', values.start, ...seed], demo: true })
try {
  const day = await recordDemoDay(stack, {
    speed: Number(values.speed),
    step: Number(values.step),
    until: Date.parse(`${values.start.slice(0, 10)}T${values.until}:00+05:30`) as EpochMs,
    onProgress: (line) => console.log(line),
  })
  writeFileSync(values.out, `${JSON.stringify(day)}\n`)
  const sizes = day.replies
    .map(({ changes, ...call }) => ({ call, changes: changes.length, bytes: packed(JSON.stringify(changes)) }))
    .toSorted((a, b) => b.bytes - a.bytes)
  for (const { call, changes, bytes } of sizes.slice(0, 12))
    console.log(`${call.route} ${JSON.stringify(call.query)}: ${changes} changes, ${bytes} bytes packed`)
  console.log(`${values.out}: ${statSync(values.out).size} bytes, ${packed(JSON.stringify(day))} packed`)
} finally {
  await stack.close()
}

function packed(text: string): number {
  return brotliCompressSync(text).length
}
