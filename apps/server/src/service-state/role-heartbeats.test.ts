import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openThreadBus } from '../bus/thread-bus.ts'
import { openRoleSilence, startHeartbeat } from './role-heartbeats.ts'

it('counts the silence of each role from its last report, from the start where there is none', async () => {
  const bus = openThreadBus(`heartbeats-${process.pid}`, 'web')
  const other = openThreadBus(`heartbeats-${process.pid}`, 'trader')
  onTestFinished(() => {
    bus.close()
    other.close()
  })
  let now = 1000
  const silence = openRoleSilence(bus, () => now)
  now = 31_000
  const end = startHeartbeat(other, 'trader')
  onTestFinished(end)
  other.publish('metrics.role', 'cook')
  while (silence.read().get('trader') !== 0) await delay(5)
  now = 33_000
  expect(Object.fromEntries(silence.read())).toEqual({ market: 32_000, trader: 2000, notifier: 32_000 })
  silence.close()
})
