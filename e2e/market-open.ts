import type { DevStack, DevStackOptions } from './dev-stack.ts'

/**
 * The sandbox's default morning (apps/sandbox/src/demo-start.test.ts), in which the engine decides for a NIFTY call, begun
 * early: half an hour of it is left to prepare. At the market's own speed: an entry is abandoned when it is 2 s late by the
 * market's clock, and a busy machine needs all of them. A new object each time: files that name the same one would share a
 * world, in which the morning can be lived once.
 */
export function decisionSession(): DevStackOptions {
  return { sandboxArgs: ['--speed', '1', '--start', '2026-09-17T09:16'], demo: true }
}

/**
 * Skips to 09:50:40. The product opens the day again after a jump, and after each change of the speed, which takes it some
 * seconds, and decides in the second minute after that. It reads every bar from the broker's history, so the votes do not
 * depend on what this machine saw of the minutes before, and the index takes the same course however it is skipped: the engine
 * buys from 09:52 to 09:54, with scores of 0.454 to 0.445 where 0.40 decides.
 */
export async function skipToDecision(stack: DevStack): Promise<void> {
  await stack.sandbox('/clock/jump', { to: '2026-09-17T09:50:40' })
}

/** How long the minutes of the decision take from there, in real time. */
export const DECISION_WAIT_MS = 240_000
