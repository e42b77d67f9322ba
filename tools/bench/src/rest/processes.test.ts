import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cpuMsOf, descendantsOf, residentBytesOf } from './processes.ts'

describe.skipIf(!existsSync('/proc/self/stat'))('what /proc shows of a process', () => {
  it('is as much processor time as the process itself counts', () => {
    const spin = performance.now() + 300
    while (performance.now() < spin);
    const { user, system } = process.cpuUsage()
    const own = (user + system) / 1000
    expect(cpuMsOf(process.pid)).toBeGreaterThan(own - 100)
  })

  it('is memory within what the process itself counts', () => {
    const own = process.memoryUsage().rss
    expect(residentBytesOf(process.pid) / own).toBeGreaterThan(0.5)
    expect(residentBytesOf(process.pid) / own).toBeLessThan(2)
  })

  it('is what it started, and what that started', async () => {
    const child = spawn('sh', ['-c', 'sleep 60 & echo started; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      await once(child.stdout, 'data')
      const found = descendantsOf(process.pid)
      expect(found).toContain(child.pid)
      expect(descendantsOf(child.pid!)).toHaveLength(1)
      expect(found).toContain(descendantsOf(child.pid!)[0])
    } finally {
      for (const pid of descendantsOf(child.pid!)) process.kill(pid)
      child.kill()
    }
  })
})
