import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChatRateLimit } from './chat-rate-limit.ts'

describe('the pace of sending', () => {
  it('never passes one a second to a chat and thirty a second in all, and never waits longer than that', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ chat: fc.nat(30).map(String), gap: fc.nat(80) }), {
          maxLength: 300,
        }),
        (messages) => {
          const pace = new ChatRateLimit()
          const sent: { chat: string; at: number }[] = []
          let now = 0
          for (const { chat, gap } of messages) {
            now = pace.freeAt(chat, now + gap)
            pace.sent(chat, now)
            sent.push({ chat, at: now })
          }
          for (const [index, { chat, at }] of sent.entries()) {
            const second = sent.slice(0, index).filter((one) => one.at > at - 1000)
            expect(second.filter((one) => one.chat === chat)).toEqual([])
            expect(second.length).toBeLessThan(30)
            const before = sent[index - 1]?.at ?? 0
            if (at > before + messages[index]!.gap) {
              const tight = sent.slice(0, index).filter((one) => one.at >= at - 1000)
              expect(tight.length >= 30 || tight.some((one) => one.chat === chat)).toBe(true)
            }
          }
        },
      ),
    ))

  it('delays all chats when asked to wait', () => {
    const pace = new ChatRateLimit()
    pace.pauseUntil(5_000, 100)
    pace.pauseUntil(10, 200)
    expect([pace.freeAt('a', 200), pace.freeAt('b', 6_000)]).toEqual([5_100, 6_000])
  })
})
