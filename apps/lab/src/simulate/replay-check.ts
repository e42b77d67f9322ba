import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { SeedRange } from './batch.ts'

const PROGRAM = fileURLToPath(new URL('replay-traces.ts', import.meta.url))

/** Seeds whose traces differ between two processes with another time zone and another heap size. Must be none. */
export async function differingReplays({ first, last }: SeedRange): Promise<number[]> {
  const [here, there] = await Promise.all([
    traces(first, last, 'Asia/Kolkata', []),
    traces(first, last, 'America/St_Johns', ['--max-semi-space-size=1']),
  ])
  return Array.from({ length: last - first + 1 }, (_, i) => i).flatMap((i) =>
    here[i] !== undefined && here[i] === there[i] ? [] : [first + i],
  )
}

async function traces(first: number, last: number, zone: string, flags: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, [...flags, PROGRAM, String(first), String(last)], {
    env: { ...process.env, TZ: zone },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (await text(child.stdout)).trim().split('\n')
}
