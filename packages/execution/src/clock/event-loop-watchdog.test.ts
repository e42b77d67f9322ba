import { expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { EventLoopWatchdog } from './event-loop-watchdog.ts'

function watched() {
  const clock = new VirtualClock(0 as EpochMs)
  const watchdog = new EventLoopWatchdog(clock)
  return { clock, pulse: watchdog, end: watchdog.watch() }
}

it('is steady while the thread runs', async () => {
  const { clock, pulse: watchdog } = watched()
  for (let second = 0; second < 3; second += 1) {
    await clock.advance(1_000)
    expect(watchdog.isResponsive).toBe(true)
  }
})

it('is not, from a standstill on until the next beat in time', async () => {
  const { clock, pulse: watchdog } = watched()
  await clock.advance(1_000)
  clock.stand(251)
  expect(watchdog.isResponsive).toBe(false)
  await clock.advance(19)
  expect(watchdog.isResponsive).toBe(false)
  await clock.advance(1)
  expect(watchdog.isResponsive).toBe(true)
})

it('lets waiting callers continue with the first beat in time', async () => {
  const { clock, pulse: watchdog } = watched()
  await watchdog.whenResponsive()
  clock.stand(10_000)
  let waits = true
  void watchdog.whenResponsive().then(() => (waits = false))
  await clock.advance(19)
  expect(waits).toBe(true)
  await clock.advance(1)
  expect(waits).toBe(false)
})

it('restarts with each watch, and does not beat unwatched', async () => {
  const { clock, pulse: watchdog, end } = watched()
  const endOther = watchdog.watch()
  end()
  expect(clock.waiting).toBe(1)
  endOther()
  expect(clock.waiting).toBe(0)
  clock.stand(5_000)
  watchdog.watch()
  expect(watchdog.isResponsive).toBe(true)
})
