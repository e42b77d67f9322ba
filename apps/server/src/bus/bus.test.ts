import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { matches } from './bus.ts'
import { bridgeProcesses } from './process-bridge.ts'
import { openThreadBus } from './thread-bus.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup()
})

function bus(name: string, processId: string) {
  const opened = openThreadBus(name, processId)
  cleanups.push(() => opened.close())
  return opened
}

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !done(); i += 1) await delay(10)
  expect(done()).toBe(true)
}

describe('subjects', () => {
  it.each([
    ['decision', 'decision', true],
    ['decision', 'decisions', false],
    ['trades.*', 'trades.u1', true],
    ['trades.*', 'trades.', false],
    ['trades.*', 'stop', false],
    ['snapshot.*', 'snapshot.signals.NIFTY', true],
  ])('%s against %s: %s', (pattern, subject, answer) => {
    expect(matches(pattern, subject)).toBe(answer)
  })
})

describe('the bus of one process', () => {
  it('reaches this thread and the others once each', async () => {
    const a = bus('one', 'p1')
    const b = bus('one', 'p1')
    const received: string[] = []
    a.subscribe('decision', (_s, payload) => received.push(`a${(payload as { seq: number }).seq}`))
    b.subscribe('decision', (_s, payload) => received.push(`b${(payload as { seq: number }).seq}`))
    a.publish('decision', { seq: 7 })
    await until(() => received.length >= 2)
    await delay(20)
    expect(received.toSorted()).toEqual(['a7', 'b7'])
  })

  it('carries typed arrays whole and forgets who unsubscribed', async () => {
    const a = bus('two', 'p1')
    const b = bus('two', 'p1')
    const rows: Float64Array[] = []
    const off = b.subscribe('quotes', (_s, payload) => rows.push(payload as Float64Array))
    a.publish('quotes', Float64Array.of(256265, 1, 2))
    await until(() => rows.length === 1)
    off()
    a.publish('quotes', Float64Array.of(1))
    await delay(20)
    expect(rows).toEqual([Float64Array.of(256265, 1, 2)])
  })
})

describe('the bridge between processes', () => {
  it('carries hints among three processes and finds a new hub when the first goes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bus-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'bus.sock')
    const buses = ['p1', 'p2', 'p3'].map((id) => ({ id, bus: bus(`bridge-${id}`, id) }))
    const leave = buses.map(({ id, bus: b }) => bridgeProcesses(b, path, id))
    cleanups.push(...leave)

    const received = new Set<string>()
    for (const { id, bus: b } of buses) b.subscribe('hint', (_s, payload) => received.add(`${id}<${String(payload)}`))
    // Joining takes a moment and hints may be lost meanwhile, so keep publishing.
    await until(() => {
      buses[2]!.bus.publish('hint', 'p3')
      return received.has('p1<p3') && received.has('p2<p3')
    })
    leave[0]!()
    received.clear()
    await until(() => {
      buses[1]!.bus.publish('hint', 'p2')
      return received.has('p3<p2')
    })
  })
})
