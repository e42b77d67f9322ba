import { chatOf, sayToSupport } from '../../support/chat.ts'
import type { Handlers } from '../handler.ts'
import { once } from '../idempotency.ts'
import type { UserParts } from '../web-parts.ts'

export function supportHandlers(parts: UserParts): Handlers<'supportChat' | 'sayToSupport'> {
  const { bus } = parts
  return {
    supportChat: ({ caller, own }) => own.read((db) => chatOf(db, parts, caller.userId)),

    async sayToSupport({ caller, own, body, idempotencyKey }) {
      const { userId } = caller
      const chat = await once(own.write, { userId, route: 'support/chat', key: idempotencyKey, body }, (tx) =>
        sayToSupport(tx, parts, caller, body.text),
      )
      bus.publish('outbox', null)
      return chat
    },
  }
}
