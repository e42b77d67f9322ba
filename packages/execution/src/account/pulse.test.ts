import { expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Pulse } from './pulse.ts'

function watched() {
  const clock = new VirtualClock(0 as EpochMs)
  const pulse = new Pulse(clock)
  return { clock, pulse, end: pulse.watch() }
}

it('is steady while the thread runs', async () => {
  const { clock, pulse } = watched()
  for (let second = 0; second < 3; second += 1) {
    await clock.advance(1_000)
    expect(pulse.isSteady).toBe(true)
  }
})

it('is not, from a standstill on until the next beat in time', async () => {
  const { clock, pulse } = watched()
  await clock.advance(1_000)
  clock.stand(251)
  expect(pulse.isSteady).toBe(false)
  await clock.advance(19)
  expect(pulse.isSteady).toBe(false)
  await clock.advance(1)
  expect(pulse.isSteady).toBe(true)
})

it('lets whoever waits go on with the first beat in time', async () => {
  const { clock, pulse } = watched()
  await pulse.steady()
  clock.stand(10_000)
  let waits = true
  void pulse.steady().then(() => (waits = false))
  await clock.advance(19)
  expect(waits).toBe(true)
  await clock.advance(1)
  expect(waits).toBe(false)
})

it('begins anew with each watch, and beats for nobody', async () => {
  const { clock, pulse, end } = watched()
  const endOther = pulse.watch()
  end()
  expect(clock.waiting).toBe(1)
  endOther()
  expect(clock.waiting).toBe(0)
  clock.stand(5_000)
  pulse.watch()
  expect(pulse.isSteady).toBe(true)
})
