import { chatOf, postSupportMessage } from '../../support/chat.ts'
import type { Handlers } from '../handler.ts'
import { runIdempotent } from '../idempotency.ts'
import type { UserDependencies } from '../web-dependencies.ts'

export function supportHandlers(parts: UserDependencies): Handlers<'supportChat' | 'sayToSupport'> {
  const { bus } = parts
  return {
    supportChat: ({ caller, userDb }) => userDb.read((db) => chatOf(db, parts, caller.userId)),

    async sayToSupport({ caller, userDb, body, idempotencyKey }) {
      const { userId } = caller
      const chat = await runIdempotent(
        userDb.write,
        { userId, route: 'support/chat', key: idempotencyKey, body },
        (tx) => postSupportMessage(tx, parts, caller, body.text),
      )
      bus.publish('outbox', null)
      return chat
    },
  }
}
