import { demoDay, type DemoDay } from '@strikewise/wire/demo-day.ts'
import address from './day.json?url'

/** Loads the recording, a file of the app. Throws when it does not come, or is none. */
export async function loadDay(signal: AbortSignal): Promise<DemoDay> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal })
  if (!response.ok) throw new Error(`The recording was answered with ${response.status}.`)
  return demoDay.parse(await response.json())
}
