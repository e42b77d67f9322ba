import { chatOf, sayToSupport } from '../../support/chat.ts'
import type { Handlers } from '../handler.ts'
import { once } from '../idempotency.ts'
import type { WebParts } from '../web-parts.ts'

export function supportHandlers(parts: WebParts): Handlers<'supportChat' | 'sayToSupport'> {
  const { db, bus } = parts
  return {
    supportChat: ({ caller }) => chatOf(db, parts, caller.userId),

    async sayToSupport({ caller, body, idempotencyKey }) {
      const { userId } = caller
      const chat = await once(db, { userId, route: 'support/chat', key: idempotencyKey, body }, (tx) =>
        sayToSupport(tx, parts, caller, body.text),
      )
      bus.publish('outbox', null)
      return chat
    },
  }
}
