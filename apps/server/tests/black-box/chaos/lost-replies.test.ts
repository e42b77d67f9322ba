import { expect, it } from 'vitest'
import { loseReplies } from './lost-replies.ts'

/** Each reply lost costs its call's time-out. */
const TIMEOUT_MS = 600_000
const REPLIES = 40

it('finds every order whose reply was lost, and sends none of them again', { timeout: TIMEOUT_MS }, async () => {
  const { lost, inDoubt, report } = await loseReplies({ replies: REPLIES, accounts: 8, seed: 'replies' })
  expect(lost).toBe(REPLIES)
  expect(inDoubt).toBeGreaterThanOrEqual(REPLIES)
  expect(report).toMatchObject({ broken: [], differences: [], doubts: [] })
})
