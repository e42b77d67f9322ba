import type { Config } from '../config.ts'
import { followMarketClock, type FollowedClock } from './sandbox-clock.ts'
import { systemClock } from './system-clock.ts'

/** The product's clock: the machine's, or the market clock of the sandbox. Rejects when that one does not answer. */
export async function openClock(config: Pick<Config, 'clockUrl'>): Promise<FollowedClock> {
  return config.clockUrl === undefined ? { ...systemClock, close: () => undefined } : followMarketClock(config.clockUrl)
}
