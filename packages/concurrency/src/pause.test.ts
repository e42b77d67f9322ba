import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { pause } from './pause.ts'

const AN_HOUR_MS = 3_600_000

it('ends after its time', async () => {
  const { signal } = new AbortController()
  await pause(1, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('ends as soon as the signal aborts', async () => {
  const controller = new AbortController()
  const paused = pause(AN_HOUR_MS, controller.signal)
  controller.abort()
  await paused
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
})

it('ends at once where the signal has aborted', () => pause(AN_HOUR_MS, AbortSignal.abort()))
