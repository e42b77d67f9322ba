import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { expect, it } from 'vitest'
import { deviceMessage } from './device-message.ts'

const line = (mark: string) =>
  ({ code: 'readiness_line', mark, finding: { code: 'readiness.feed.waiting' } }) as unknown as Extract<
    Message,
    { readonly code: 'alert.readiness' }
  >['lines'][number]

it('shows of the morning readiness what is not in order, in its order', () => {
  const message: Message = { code: 'alert.readiness', state: 'fail', lines: ['✓', '✗', '○', '✓', '⚠'].map(line) }
  expect(deviceMessage(message)).toEqual({ ...message, lines: ['✗', '○', '⚠'].map(line) })
})

it('leaves other messages as they are', () => {
  const message: Message = { code: 'alert.feed_back', since: 1 as EpochMs }
  expect(deviceMessage(message)).toBe(message)
})
