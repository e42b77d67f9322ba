import { expect, it } from 'vitest'
import { whenAborted } from './when-aborted.ts'

it('resolves when the signal aborts, not before', async () => {
  const controller = new AbortController()
  let isOver = false
  const over = whenAborted(controller.signal).then(() => {
    isOver = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  controller.abort()
  await over
})

it('resolves for a signal that has aborted before', () => whenAborted(AbortSignal.abort()))
