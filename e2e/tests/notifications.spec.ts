import { expect, type CDPSession, type Page } from '@playwright/test'
import { tabAs } from '../browser-tabs.ts'
import type { DevStack } from '../dev-stack.ts'
import { test } from '../test.ts'

/**
 * Alerts as notifications of the browser. Chromium of the tests reaches no push service: the sandbox is this browser's, and what it
 * was sent is delivered to the page's own worker as Chromium's developer tools do.
 */
test.describe.configure({ mode: 'serial' })

interface Subscription {
  readonly id: string
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}
interface Received {
  readonly text: string
}

let page: Page
let subscription: Subscription | undefined
test.beforeAll(async ({ browser, stack }) => {
  page = await tabAs(browser, stack, 'master')
  await page.context().grantPermissions(['notifications'], { origin: stack.url })
  await page.context().exposeFunction('sandboxSubscribes', async (key: string) => {
    subscription = await stack.sandbox<Subscription>('/push/subscriptions', { application_server_key: key })
    return subscription
  })
  await page.context().addInitScript(SUBSCRIBE_AT_SANDBOX)
})
test.afterAll(async () => page.context().close())

/** Takes the place of the browser's own subscription, which would need a push service on the network. */
const SUBSCRIBE_AT_SANDBOX = `
  const own = () => JSON.parse(localStorage.getItem('test-subscription') ?? 'null')
  const subscriptionOf = (json) => json && {
    endpoint: json.endpoint,
    toJSON: () => json,
    unsubscribe: async () => { localStorage.removeItem('test-subscription'); return true },
  }
  PushManager.prototype.getSubscription = async () => subscriptionOf(own())
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const key = btoa(String.fromCharCode(...applicationServerKey)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const json = await window.sandboxSubscribes(key)
    localStorage.setItem('test-subscription', JSON.stringify(json))
    return subscriptionOf(json)
  }
`

const OWN_DEVICES = `fetch('/api/push-devices').then((answer) => answer.json()).then(({ devices }) => devices)`

/** What the worker of the page shows now. */
const SHOWN = `navigator.serviceWorker.ready
  .then((worker) => worker.getNotifications())
  .then((all) => all.map(({ title, body, data }) => ({ title, body, data })))`

/** The messages of this browser with a title. Others may come too: the accounts of the demo log in and trade. */
async function received(stack: DevStack, title: string): Promise<readonly string[]> {
  const all = await stack.sandbox<Received[]>(`/push/messages?subscription=${subscription!.id}`)
  return all.map(({ text }) => text).filter((text) => (JSON.parse(text) as { title: string }).title === title)
}

test('this browser is registered with one press, and notified of it', async ({ stack }) => {
  await page.goto(`${stack.url}/telegram-setup`)
  const notifications = page.getByRole('region', { name: 'Browser notifications' })
  await notifications.getByRole('switch').click()
  await expect(notifications.getByText('(this browser)')).toBeVisible()
  await expect(notifications.getByRole('switch')).toBeChecked()
  await expect.poll(async () => received(stack, 'Account changed')).toHaveLength(1)
  await expect(notifications.getByText(/^Last delivered /)).toBeVisible()
})

test('a test notification is shown by the page’s worker, once however often it arrives', async ({ stack }) => {
  await page.getByRole('button', { name: 'Send test notification' }).click()
  await expect.poll(async () => received(stack, 'Test message')).toHaveLength(1)
  const [text] = (await received(stack, 'Test message')) as [string]
  const tools = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(tools)
  for (let times = 0; times < 2; times += 1)
    await tools.send('ServiceWorker.deliverPushMessage', { origin: stack.url, registrationId, data: text })
  const shown = () => page.evaluate(SHOWN)
  await expect.poll(shown).toEqual([
    {
      title: 'Test message',
      body: 'Test alert: this is what your alerts look like.',
      data: { path: '/telegram-setup' },
    },
  ])
})

test('a browser that is switched off is registered no more', async () => {
  const notifications = page.getByRole('region', { name: 'Browser notifications' })
  await notifications.getByRole('switch').click()
  await expect(notifications.getByRole('switch')).not.toBeChecked()
  await expect(notifications.getByText('(this browser)')).toBeHidden()
  expect(await page.evaluate(OWN_DEVICES)).toEqual([])
})

/** The id of the registered worker in the developer tools. */
async function registrationOf(tools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0] !== undefined) resolve(registrations[0].registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  return found
}
