import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const SOURCE = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8')
const ORIGIN = 'https://strikewise.example'

interface Tab {
  url: string
  focused: boolean
  readonly isControlled: boolean
}

/** The worker in a world of its own, with `tabs` open: what it shows, opens and leads where. */
function worker(tabs: Tab[] = []) {
  const handlers = new Map<string, (event: object) => void>()
  const seen = { shown: [] as unknown[], opened: [] as string[], closed: 0 }
  const clients = tabs.map((tab) => ({
    get url() {
      return tab.url
    },
    get focused() {
      return tab.focused
    },
    async focus() {
      for (const other of tabs) other.focused = other === tab
      return this
    },
    async navigate(address: string) {
      if (!tab.isControlled) throw new TypeError('not controlled')
      tab.url = address
      return this
    },
  }))
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, handler: (event: object) => void) => handlers.set(type, handler),
    registration: {
      showNotification: async (title: string, options: object) => seen.shown.push({ title, ...options }),
    },
    clients: {
      matchAll: async () => clients,
      openWindow: async (address: string) => seen.opened.push(address),
    },
  }
  runInNewContext(SOURCE, { self, URL, Response })
  const send = async (type: string, event: object) => {
    let work: Promise<unknown> | undefined
    const waitUntil = (given: Promise<unknown>) => {
      work = given
    }
    handlers.get(type)!({ ...event, waitUntil })
    await work
  }
  return {
    seen,
    push: (data: unknown) => send('push', { data }),
    click: (path: unknown) =>
      send('notificationclick', { notification: { data: { path }, close: () => (seen.closed += 1) } }),
  }
}

const message = { title: 'Exit', text: 'Sold.', path: '/dashboard', tag: '7', lang: 'hi', at: 1 }

describe('a push message', () => {
  it('is shown as a notification in its language, one a tag', async () => {
    const { push, seen } = worker()
    await push({ json: () => message })
    expect(seen.shown).toMatchObject([
      { title: 'Exit', body: 'Sold.', tag: '7', lang: 'hi', timestamp: 1, data: { path: '/dashboard' } },
    ])
  })

  it.each([
    ['none', null],
    ['no JSON', { json: () => JSON.parse('{') as unknown }],
    ['no text', { json: () => ({ title: 'Exit' }) }],
    ['null', { json: () => null }],
  ])('is shown without its text when it has %s', async (_what, data) => {
    const { push, seen } = worker()
    await push(data)
    expect(seen.shown).toMatchObject([{ title: 'Strikewise', body: 'Open the app to read a new alert.' }])
  })
})

describe('a press on a notification', () => {
  const tab = (path: string, change: Partial<Tab> = {}): Tab => ({
    url: `${ORIGIN}${path}`,
    focused: false,
    isControlled: true,
    ...change,
  })

  it('opens its screen where no tab is open, and closes', async () => {
    const { click, seen } = worker()
    await click('/why/decision/d1')
    expect(seen).toMatchObject({ opened: [`${ORIGIN}/why/decision/d1`], closed: 1 })
  })

  it('goes to the tab that shows the screen', async () => {
    const tabs = [tab('/reports', { focused: true }), tab('/dashboard')]
    const { click, seen } = worker(tabs)
    await click('/dashboard')
    expect(tabs.map(({ url, focused }) => [url, focused])).toEqual([
      [`${ORIGIN}/reports`, false],
      [`${ORIGIN}/dashboard`, true],
    ])
    expect(seen.opened).toEqual([])
  })

  it('leads the tab in front to the screen', async () => {
    const tabs = [tab('/reports'), tab('/plans', { focused: true })]
    await worker(tabs).click('/dashboard')
    expect(tabs.map(({ url }) => url)).toEqual([`${ORIGIN}/reports`, `${ORIGIN}/dashboard`])
  })

  it('opens a new tab where the open one cannot be led', async () => {
    const { click, seen } = worker([tab('/reports', { isControlled: false })])
    await click('/dashboard')
    expect(seen.opened).toEqual([`${ORIGIN}/dashboard`])
  })

  it.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'https://', undefined, null, 7])(
    'opens no address of another site: %j',
    async (path) => {
      const { click, seen } = worker()
      await click(path)
      expect(seen.opened.every((address) => new URL(address).origin === ORIGIN)).toBe(true)
      expect(seen.opened).toHaveLength(1)
    },
  )
})
