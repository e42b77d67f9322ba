import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { chartSubject } from '../features/market-chart/chart-subject.ts'
import { setShortcuts } from '../features/position/shortcuts.ts'
import { contact } from '../features/site/contact.ts'
import '../lib/language.ts'
import { queryClient } from '../lib/query-client.ts'
import { session } from '../lib/session.ts'
import { setTheme } from '../lib/theme.ts'
import { server } from './server.ts'

// Node's own storage global stands before jsdom's; the page means jsdom's. No types declare the global that leads there.
const { jsdom } = globalThis as unknown as { jsdom: { window: Window } }
Object.defineProperty(globalThis, 'localStorage', { value: jsdom.window.localStorage, configurable: true })

// Here for all: files share their modules, and a module that has once been loaded is mocked no more.
vi.mock(import('../features/market-chart/CandleChart.tsx'), () => import('./candle-chart-as-text.tsx'))

// A busy machine is no failure.
configure({ asyncUtilTimeout: 20_000 })

// Loaded by its first use in a browser; under test that is no wait of each file's first one.
await Promise.all([import('../ui/Menu.tsx'), import('../ui/Popover.tsx'), import('../ui/ToastList.tsx')])

// What jsdom leaves out and the components use.
Element.prototype.scrollIntoView = vi.fn<() => void>()
window.scrollTo = vi.fn<() => void>()
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })
globalThis.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as never
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  server.resetHandlers()
  queryClient.clear()
  // They store their choice: before the storage is cleared.
  setTheme('light')
  setShortcuts(true)
  localStorage.clear()
  session.set({ status: 'unknown' })
  contact.set(undefined)
  chartSubject.set(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
afterAll(() => server.close())
