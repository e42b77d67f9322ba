import { expect } from './slow-expect.ts'
import type { DevStack, DevStackOptions } from './dev-stack.ts'

/**
 * The sandbox's default morning (apps/sandbox/src/demo-start.test.ts), in which the engine decides for a NIFTY call, begun
 * early: half an hour of it, three minutes of ours at `speed` 10, is left to prepare. A new object each time: files that name the same
 * one would share a world, in which the morning can be lived once.
 */
export function decisionSession(speed = 10): DevStackOptions {
  return { sandboxArgs: ['--speed', String(speed), '--start', '2026-09-17T09:16'], demo: true }
}

/** Just before the first minute that decides, on the market's clock. */
const DECISION_NEAR = '2026-09-17T09:50:50'

/**
 * Skips to the last minute of a bar of five minutes, and comes back just before the decision, from where the market goes on at
 * its own speed: an entry is abandoned when it is 2 s late by the market's clock, and a busy machine needs all of them. The
 * product opens the day again after the skip and reads every bar from the broker's history, so the votes do not depend on
 * what this machine saw of the minutes before, and the index takes the same course however it is skipped: it buys at 09:52
 * and 09:53, with scores of 0.457 and 0.452 where 0.40 decides.
 */
export async function skipToDecision(stack: DevStack): Promise<void> {
  await stack.sandbox('/clock/jump', { to: '2026-09-17T09:49:05' })
  await stack.sandbox('/clock/speed', { speed: 4 })
  const isNear = async () => {
    const { at } = (await (await fetch(`${stack.sandboxUrl}/clock`)).json()) as { at: string }
    return at >= DECISION_NEAR
  }
  await expect.poll(isNear, { timeout: 60_000, intervals: [250] }).toBe(true)
  await stack.sandbox('/clock/speed', { speed: 1 })
}

/** How long the minutes of the decision take from there, in real time. */
export const DECISION_WAIT_MS = 240_000
