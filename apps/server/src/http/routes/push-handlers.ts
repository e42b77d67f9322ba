import { notify } from '../../alerts/notify.ts'
import { areKeysUsable } from '../../alerts/push/encrypt-push.ts'
import { addDevice, devicesOf, hasDevice, removeOwnDevice } from '../../alerts/push/push-devices.ts'
import { isPushAddress } from '../../alerts/push/push-services.ts'
import { vapidPublicKey } from '../../alerts/push/vapid-keys.ts'
import { DomainError, fieldFailure } from '../../domain-error.ts'
import type { Caller } from '../../identity/caller.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { UserScopedDb } from '../../store/user-scoped-db.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'pushDevices' | 'addPushDevice' | 'removePushDevice' | 'testPush'

/** The browsers of a user. Changed by the service: a browser may have been another user's, and being notified is not the user's to write. */
export function pushHandlers({ config, db, vault, clock, bus, logger }: WebDependencies): Handlers<Names> {
  const services = config.push
  let known: Promise<string> | undefined
  const publicKey = async () => {
    if (services === undefined) return null
    known ??= vapidPublicKey(db, vault)
    return known.catch((error: unknown) => {
      known = undefined
      throw error
    })
  }
  const reply = async (caller: Caller, userDb: UserScopedDb) => {
    const renderer = rendererOf(caller.language ?? 'en')
    return {
      public_key: await publicKey(),
      devices: await userDb.read((rows) => devicesOf(rows, caller.userId, renderer)),
    }
  }
  return {
    pushDevices: ({ caller, userDb }) => reply(caller, userDb),

    async addPushDevice({ caller, userDb, body, headers }) {
      requireFreshSignIn(caller)
      if (services === undefined) throw new DomainError({ code: 'problem.push_not_offered' })
      const { endpoint, p256dh, auth } = body
      if (!isPushAddress(services, endpoint)) throw fieldFailure('endpoint', { code: 'field.push_service' })
      if (!areKeysUsable(body)) throw fieldFailure('p256dh', { code: 'field.format' })
      const device = { endpoint, p256dh, auth, userAgent: headers['user-agent'] ?? null }
      await db.transaction().execute((tx) => addDevice(tx, caller.userId, device, clock.now()))
      logger.info({ user: caller.userId }, 'device for notifications registered')
      bus.publish('outbox', null)
      return reply(caller, userDb)
    },

    async removePushDevice({ caller, userDb, body }) {
      await db.transaction().execute((tx) => removeOwnDevice(tx, caller.userId, body.id))
      logger.info({ user: caller.userId, device: body.id }, 'device for notifications removed')
      return reply(caller, userDb)
    },

    async testPush({ caller, userDb }) {
      if (!(await userDb.read((rows) => hasDevice(rows, caller.userId))))
        throw new DomainError({ code: 'problem.no_push_device' })
      const now = clock.now()
      const message = { code: 'alert.test' } as const
      const about = { kind: 'test', key: `test/push/${now}`, at: now, link: '/telegram-setup' } as const
      const alert = { userId: caller.userId, ...about, message, channel: 'push' } as const
      await db.transaction().execute((tx) => notify(tx, [alert], now))
      bus.publish('outbox', null)
      return reply(caller, userDb)
    },
  }
}
