import { istInstant } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { DAY } from '../testing/scenario.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Mailbox } from './mailbox.ts'

const clockAtTen = () => new VirtualClock(istInstant(DAY, 10))

describe('what waits for the next turn', () => {
  it('turns hints away when it is full, and never an answer', () => {
    const box = new Mailbox<string>(clockAtTen(), 2)
    expect([box.offer('a'), box.offer('b'), box.offer('c')]).toEqual([true, true, false])
    box.push('answer')
    expect(box.take()).toEqual(['a', 'b', 'answer'])
    expect(box.take()).toEqual([])
    expect(box.offer('d')).toBe(true)
  })

  it.each<[what: string, ring: (box: Mailbox<string>) => void]>([
    ['a hint', (box) => void box.offer('a')],
    ['an answer', (box) => box.push('a')],
    ['the bell', (box) => box.ring()],
  ])('begins at once for %s, before the wait or in it', async (_what, ring) => {
    const clock = clockAtTen()
    const box = new Mailbox<string>(clock)
    let turns = 0
    ring(box)
    await box.wait(60_000)
    box.take()
    void box.wait(60_000).then(() => (turns += 1))
    await clock.advance(1_000)
    expect(turns).toBe(0)
    ring(box)
    await clock.advance(0)
    expect(turns).toBe(1)
  })

  it('begins when its time has come, and not before a bell when there is none', async () => {
    const clock = clockAtTen()
    const box = new Mailbox<string>(clock)
    const ended: string[] = []
    void box.wait(500).then(() => ended.push('timed'))
    await clock.advance(499)
    expect(ended).toEqual([])
    await clock.advance(1)
    expect(ended).toEqual(['timed'])
    box.take()
    void box.wait(Number.POSITIVE_INFINITY).then(() => ended.push('rung'))
    await clock.advance(3_600_000)
    expect(ended).toEqual(['timed'])
  })

  it('keeps the earlier of two alarms, and leaves none behind', async () => {
    const clock = clockAtTen()
    const box = new Mailbox<string>(clock)
    void box.wait(5_000)
    box.ring()
    await clock.advance(0)
    box.take()
    let turns = 0
    void box.wait(1_000).then(() => (turns += 1))
    await clock.advance(1_000)
    expect(turns).toBe(1)
    box.take()
    void box.wait(1_000)
    box.close()
    expect(clock.waiting).toBe(0)
  })
})
