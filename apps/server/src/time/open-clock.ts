import type { Config } from '../config.ts'
import { pollReadings, sharedReadings } from './clock-readings.ts'
import { followMarketClock, type FollowedClock } from './sandbox-clock.ts'
import { systemClock } from './system-clock.ts'

/** What the threads of a process share a served clock by. */
export interface ClockChannel {
  readonly channel: string
  /** Whether this thread asks the clock for all of them. One does. */
  readonly polls: boolean
}

/** The channel of the clock in the process whose bus has this name. */
export function clockChannel(busName: string): string {
  return `${busName}-clock`
}

/** The product's clock: the machine's, or the market clock of the sandbox. Rejects when that one does not answer. */
export async function openClock(config: Pick<Config, 'clockUrl'>, shared?: ClockChannel): Promise<FollowedClock> {
  if (config.clockUrl === undefined) return { ...systemClock, close: () => undefined }
  if (shared?.polls === false) return followMarketClock(sharedReadings(shared.channel))
  return followMarketClock(pollReadings(config.clockUrl, shared?.channel))
}
