import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { feedWatchdog } from './feed-watchdog.ts'

function watched() {
  const done: string[] = []
  let real = 0
  const watch = feedWatchdog(
    { resubscribe: () => done.push('resubscribe'), reconnect: () => done.push('reconnect') },
    () => real,
  )
  return {
    done,
    /** Looks `silentMs` of market time after the last tick, `realMs` later than before. */
    check: (silentMs: number, realMs: number, ticking = true) => {
      real += realMs
      watch.refresh(silentMs as EpochMs, 0 as EpochMs, ticking)
    },
  }
}

it('leaves a ticking feed alone', () => {
  const { check: refresh, done } = watched()
  for (let i = 0; i < 100; i += 1) refresh(900, 1000)
  expect(done).toEqual([])
})

it('resubscribes once, then reconnects', () => {
  const { check: refresh, done } = watched()
  for (let s = 10; s <= 14; s += 1) refresh(s * 1000, 1000)
  expect(done).toEqual(['resubscribe'])
  refresh(15_000, 1000)
  expect(done).toEqual(['resubscribe', 'reconnect'])
})

it('does not take a fast market clock for a dead feed', () => {
  const { check: refresh, done } = watched()
  refresh(30_000, 100)
  refresh(90_000, 100)
  refresh(500, 100)
  refresh(60_000, 1000)
  expect(done).toEqual([])
})

it('expects no ticks outside the hours of the index', () => {
  const { check: refresh, done } = watched()
  for (let i = 0; i < 100; i += 1) refresh(1_000_000, 1000, false)
  expect(done).toEqual([])
})
