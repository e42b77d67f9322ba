import { waitFor } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** What the build puts into the head of every page that is sent ready-made. */
const comeAlive = readFileSync(join(import.meta.dirname, '../public/come-alive.js'), 'utf8')
/** An entry that counts how often it ran. */
const ENTRY = 'data:text/javascript,globalThis.cameAlive=(globalThis.cameAlive??0)+1'
declare global {
  var cameAlive: number | undefined
}
let frames: FrameRequestCallback[]
let hidden: boolean

beforeEach(() => {
  frames = []
  hidden = false
  globalThis.cameAlive = undefined
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  const tag = document.createElement('script')
  tag.dataset['code'] = `${ENTRY} /assets/plans.js`
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

const run = () => runInThisContext(comeAlive, { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER })
const sentFor = () => [...document.head.querySelectorAll('link')].map((tag) => tag.getAttribute('href'))

it('the code is sent for when the page has been painted, and run', async () => {
  run()
  vi.runAllTimers()
  expect(sentFor()).toEqual([])
  // The browser calls it right before it paints, and timers after that.
  for (const frame of frames) frame(0)
  expect(sentFor()).toEqual([])
  vi.runAllTimers()
  expect(sentFor()).toEqual([ENTRY, '/assets/plans.js'])
  vi.useRealTimers()
  await waitFor(() => expect(globalThis.cameAlive).toBe(1))
})

it('a page behind another one, which is not painted, does not wait for it', () => {
  hidden = true
  run()
  vi.runAllTimers()
  expect(sentFor()).toEqual([ENTRY, '/assets/plans.js'])
})
