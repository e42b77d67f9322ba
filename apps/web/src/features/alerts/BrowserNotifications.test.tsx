import type { PushDevice, PushDevices } from '@strikewise/wire/push.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { BrowserNotifications } from './BrowserNotifications.tsx'

const ENDPOINT = 'https://fcm.googleapis.com/wp/abc'
/** What the browser's hash makes of ENDPOINT here. */
const OWN = '9df1f6c8'
const KEY = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')

const device = (change: Partial<PushDevice> = {}): PushDevice => ({
  id: 1,
  device: 'Chrome on Android',
  digest: OWN,
  added_at: '2026-11-20T08:00:00+05:30',
  delivered_at: null,
  problem: null,
  ...change,
})
const reply = (...devices: PushDevice[]): PushDevices => ({ public_key: KEY, devices })

/** The browser's own part: what it has subscribed to, and what its user answers. */
const browser = {
  subscribed: false,
  reachesService: true,
  permission: 'default' as NotificationPermission,
  answer: 'granted' as NotificationPermission,
}
const subscription = {
  endpoint: ENDPOINT,
  toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'point', auth: 'secret' } }),
  unsubscribe: async () => {
    browser.subscribed = false
    return true
  },
}
const asked: unknown[] = []

beforeEach(() => {
  Object.assign(browser, { subscribed: false, reachesService: true, permission: 'default', answer: 'granted' })
  asked.length = 0
  const pushManager = {
    getSubscription: async () => (browser.subscribed ? subscription : null),
    subscribe: async (options: unknown) => {
      asked.push(options)
      if (!browser.reachesService) throw new DOMException('no push service', 'AbortError')
      browser.subscribed = true
      return subscription
    },
  }
  const worker = { pushManager }
  vi.stubGlobal('PushManager', vi.fn<() => void>())
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.permission = browser.answer
      return browser.answer
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(worker), getRegistration: async () => worker },
  })
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(Uint8Array.from(Buffer.from(OWN, 'hex')).buffer)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'standalone')
})

const open = (devices: PushDevices = reply(), inPlan = true) => {
  answer('get', '/push-devices', devices)
  return show(<BrowserNotifications inPlan={inPlan} />)
}
const theSwitch = () => screen.findByRole('switch', { name: 'Browser notifications on this device' })

describe('this browser', () => {
  it('is registered with what it subscribed to, by the product’s key', async () => {
    const seen = answer('post', '/push-devices', reply(device()))
    const { user } = await open()
    await user.click(await theSwitch())
    expect(await screen.findByText('Chrome on Android')).toBeTruthy()
    expect(seen.bodies).toEqual([{ endpoint: ENDPOINT, p256dh: 'point', auth: 'secret' }])
    expect(asked).toEqual([
      { userVisibleOnly: true, applicationServerKey: new Uint8Array(Buffer.from(KEY, 'base64url')) },
    ])
    await expect.poll(async () => (await theSwitch()).getAttribute('aria-checked')).toBe('true')
  })

  it('does not stay subscribed where the server refuses it', async () => {
    refuse('post', '/push-devices', 409, { message: 'Too many devices', detail: 'Remove one first.' })
    const { user } = await open()
    await user.click(await theSwitch())
    await toasted('Remove one first.')
    expect(browser.subscribed).toBe(false)
  })

  it('is removed and unsubscribed when it is switched off', async () => {
    browser.subscribed = true
    const seen = answer('post', '/push-devices/remove', reply())
    const { user } = await open(reply(device()))
    await expect.poll(async () => (await theSwitch()).getAttribute('aria-checked')).toBe('true')
    await user.click(await theSwitch())
    await expect.poll(() => seen.bodies).toEqual([{ id: 1 }])
    expect(browser.subscribed).toBe(false)
  })

  it.each([
    ['denied', 'Notifications are blocked in this browser'],
    ['default', 'Notifications stay off until you allow them when the browser asks.'],
  ] as const)('shows what the user answered: %s', async (permission, text) => {
    browser.answer = permission
    const { user } = await open()
    await user.click(await theSwitch())
    await toasted(text)
    expect(asked).toEqual([])
  })

  it('shows that it reaches no push service', async () => {
    browser.reachesService = false
    const { user } = await open()
    await user.click(await theSwitch())
    await toasted(
      'This browser could not reach its push service. Turn on push messages in its settings, or use another browser.',
    )
  })

  it('that was refused notifications shows how to allow them', async () => {
    browser.permission = 'denied'
    await open()
    expect(await screen.findByText(/Allow notifications for this site/)).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('that knows no notifications shows what does', async () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    await open()
    expect(await screen.findByText('This browser cannot show notifications')).toBeTruthy()
  })

  it('of an iPhone shows that the app must be installed', async () => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
    await open()
    expect(await screen.findByText('Add Strikewise to your home screen first')).toBeTruthy()
  })
})

describe('the list of browsers', () => {
  it('shows what became of the last notification of each', async () => {
    browser.subscribed = true
    await open(
      reply(
        device({ id: 3, delivered_at: '2026-11-20T10:40:00+05:30' }),
        device({ id: 2, device: 'Firefox on Windows', digest: 'other', problem: 'the push service did not answer' }),
        device({ id: 1, device: 'Safari on macOS', digest: 'another' }),
      ),
    )
    const list = within(await screen.findByRole('list', { name: 'Browsers with notifications' }))
    const rows = list.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toContain('Last delivered 20 Nov 2026, 10:40 IST.')
    expect(rows[1]).toContain('The last notification was not delivered: the push service did not answer.')
    expect(rows[2]).toContain('Nothing sent yet.')
    expect(await list.findByText('(this browser)')).toBeTruthy()
  })

  it('removes another browser, and leaves this one as it is', async () => {
    browser.subscribed = true
    const other = device({ id: 2, device: 'Firefox on Windows', digest: 'other' })
    const seen = answer('post', '/push-devices/remove', reply(device()))
    const { user } = await open(reply(device(), other))
    await user.click(await screen.findByRole('button', { name: 'Remove Firefox on Windows' }))
    await expect.poll(() => seen.bodies).toEqual([{ id: 2 }])
    expect(browser.subscribed).toBe(true)
  })

  it('sends a test notification', async () => {
    answer('post', '/push-devices/test', reply(device()))
    const { user } = await open(reply(device()))
    await user.click(await screen.findByRole('button', { name: 'Send test notification' }))
    await toasted('Test message sent.')
  })
})

it('shows what a plan without alerts is sent, and where nothing is sent to browsers', async () => {
  await open(reply(), false)
  expect(await screen.findByText(/notifications about your account are sent/)).toBeTruthy()
})

it('shows where nothing is sent to browsers', async () => {
  await open({ public_key: null, devices: [] })
  expect(await screen.findByText('Browser notifications are not set up here')).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
})
