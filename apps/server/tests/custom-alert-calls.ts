import type { CustomAlerts, NewCustomAlert } from '@strikewise/wire/custom-alerts.ts'
import type { ThreadBus } from '../src/bus/thread-bus.ts'
import { call, type TestUser, type TestWeb } from './harness.ts'

/** An alert at each rise of NIFTY above 25,000, but for what is changed. */
export function priceAlert(change: Partial<NewCustomAlert> = {}): NewCustomAlert {
  return {
    type: 'price',
    symbol: 'NIFTY',
    side: 'above',
    level: 25_000,
    agent: null,
    flip_to: null,
    repeat: 'each_time',
    ...change,
  }
}

/** Adds an alert by the call of the screen. */
export function addAlert(web: TestWeb, who: TestUser, alert: NewCustomAlert): ReturnType<typeof call> {
  return call(web, 'POST', '/api/custom-alerts', { cookie: who.cookie, body: alert })
}

/** The alerts of a user, as the screen reads them. */
export async function listAlerts(web: TestWeb, who: TestUser): Promise<CustomAlerts> {
  return (await call(web, 'GET', '/api/custom-alerts', { cookie: who.cookie })).json as CustomAlerts
}

/** Publishes the level of NIFTY, in points. */
export function publishNifty(bus: ThreadBus, price: number): void {
  const nifty50 = { price, change: 0, change_percent: 0 }
  bus.publish('snapshot.indices', { version: 1, json: JSON.stringify({ nifty50, as_of: '' }) })
}
