import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-program-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(...args: string[]): ChildProcess {
  const main = path.resolve(import.meta.dirname, '../src/main.ts')
  const ports = ['--port', '0', '--smtp-port', '0']
  return spawn(process.execPath, [main, ...ports, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Exit status and last words of a start that must fail. */
async function failure(...args: string[]): Promise<{ status: number; words: string }> {
  const child = program(...args)
  const [words, [status]] = await Promise.all([text(child.stderr!), once(child, 'exit') as Promise<[number]>])
  return { status, words }
}

it('prints in one line of JSON where it is, and ends on request', async () => {
  const child = program()
  const lines = createInterface({ input: child.stdout! })
  const [line] = (await once(lines, 'line')) as [string]
  const ready = JSON.parse(line) as { ready: boolean; http: number; smtp: number; url: string }
  expect(ready).toMatchObject({ ready: true, http: expect.any(Number), smtp: expect.any(Number) })
  expect((await fetch(`${ready.url}/clock`)).status).toBe(200)
  expect(await (await fetch(ready.url)).text()).toContain('<title>Strikewise sandbox</title>')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await text(child.stderr!)).toBe('')
})

it('ends with one line and status 1 for a wrong option, a bad file or a taken port', async () => {
  expect(await failure('--speed', '0')).toMatchObject({ status: 1, words: expect.stringContaining('--speed') })

  const bars = path.join(folder, 'bars.csv')
  writeFileSync(bars, 'symbol,ts,open,high,low,close\nNIFTY,2024-01-15T09:15:00+05:30,100,90,80,85\n')
  expect(await failure('--replay', bars)).toEqual({
    status: 1,
    words: `sandbox: ${bars}, line 2: low and high do not hold open and close\n`,
  })

  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { status, words } = await failure('--port', String(port))
  taken.close()
  expect(status).toBe(1)
  expect(words).toContain(`port ${port} is taken`)
})
