import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { whenAborted } from '@strikewise/concurrency/when-aborted.ts'
import { wakesDevice } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { SECOND_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { LANGUAGE_TAGS } from '@strikewise/messages/language-tags.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import type { Config } from '../../config.ts'
import { flagUser } from '../../feature-flags/evaluate-flag.ts'
import { hasWaiting, markFailed, markSent, requeue } from '../../outbox/outbox-table.ts'
import { retryDelayMs } from '../../outbox/retry-delay.ts'
import type { Vault } from '../../secrets/vault.ts'
import { alertTitle } from '../alert-title.ts'
import type { AlertDeps } from '../run-sources.ts'
import { deviceMessage } from './device-message.ts'
import { PushClient } from './push-client.ts'
import {
  claimDuePushes,
  discardExpiredPushes,
  noteAttempt,
  PUSH_OUTBOX,
  removeDevice,
  type DuePush,
} from './push-outbox.ts'
import { pushPayload } from './push-payload.ts'
import { VapidSigner } from './vapid-keys.ts'

const POLL_INTERVAL_MS = 1_000
/** Notifications on their way at once, each to another device. */
const CONCURRENCY = 10
/** Where a notification without a path of its own leads. */
const START_PATH = '/dashboard'

export interface PushDeps extends AlertDeps {
  readonly config: AlertDeps['config'] & Pick<Config, 'push' | 'support'>
  readonly vault: Vault
}

/**
 * Sends what is due for browsers until `signal` aborts; what is on its way then is waited for. One process does so at a time,
 * so a device gets its notifications in order. One whose answer was lost is sent again, with its tag: it is shown once.
 */
export async function sendPushes(deps: PushDeps, signal: AbortSignal): Promise<void> {
  const { db, bus, clock, logger, config, vault } = deps
  if (config.push === undefined) return whenAborted(signal)
  const services = config.push
  const underWay = new Set<Promise<void>>()
  let client: PushClient | undefined
  const loop = startPollingLoop(POLL_INTERVAL_MS, async () => {
    try {
      client ??= new PushClient(services, await VapidSigner.open(db, vault, `mailto:${config.support.email}`))
      if (!(await hasWaiting(db, PUSH_OUTBOX))) return
      const dropped = await discardExpiredPushes(db, clock.now())
      if (dropped > 0) logger.info({ dropped }, 'alerts that came too late were not sent to devices')
      if (underWay.size >= CONCURRENCY) return
      // The next one of a device is not due before the one under way was sent or abandoned.
      for (const push of await claimDuePushes(db, CONCURRENCY - underWay.size)) start(client, push)
    } catch (error) {
      logger.error({ err: error }, 'the outbox of devices could not be worked')
    }
  })
  // Not awaited by the loop: a push service that is slow keeps no device of another one waiting.
  const start = (sender: PushClient, push: DuePush) => {
    const delivery = deliver(deps, sender, push)
      .catch((error: unknown) => logger.error({ err: error }, 'the outbox of devices could not be worked'))
      .finally(() => {
        underWay.delete(delivery)
        loop.wake()
      })
    underWay.add(delivery)
  }
  const unsubscribe = bus.subscribe('outbox', () => loop.wake())
  await whenAborted(signal)
  unsubscribe()
  await loop.close()
  await Promise.all(underWay)
  await client?.close()
}

async function deliver(deps: PushDeps, client: PushClient, push: DuePush): Promise<void> {
  const { db, clock, logger } = deps
  // The alert is in the bell, and on the other ways that its user has chosen. It is no failure of the device.
  if (!(await isOn(deps, push)))
    return markFailed(db, PUSH_OUTBOX, push, { code: 'push_problem.switched_off' }, undefined)
  const { id, attempts, subscriptionId, kind, endpoint, p256dh, auth } = push
  const ttlS = Math.max(0, Math.floor((push.expiresAt - clock.now()) / SECOND_MS))
  const answer = await client.send({ endpoint, p256dh, auth, text: payloadOf(push), ttlS, wakes: wakesDevice(kind) })
  if (answer.type === 'taken') {
    await markSent(db, PUSH_OUTBOX, push)
    await noteAttempt(db, subscriptionId, undefined)
    logger.info({ push: id, kind, attempt: attempts }, 'alert sent to a device')
    return
  }
  const { type, problem } = answer
  logger.warn({ push: id, attempt: attempts, type, problem }, 'an alert was not sent to a device')
  switch (type) {
    case 'gone':
      return db.transaction().execute((tx) => removeDevice(tx, subscriptionId, problem))
    case 'wait':
      // Being asked to wait is no failure of the message: it may be asked as often as the service likes.
      return requeue(db, PUSH_OUTBOX, push, answer.seconds * SECOND_MS)
    case 'refused':
    case 'later': {
      await markFailed(
        db,
        PUSH_OUTBOX,
        push,
        problem,
        type === 'later' ? retryDelayMs(attempts, Math.random()) : undefined,
      )
      return noteAttempt(db, subscriptionId, problem)
    }
  }
}

/** Whether notifications of browsers are on for the user. */
async function isOn({ flags, clock }: PushDeps, { userId, plan, planExpiry }: DuePush): Promise<boolean> {
  const expiresAt = planExpiry === null ? null : (planExpiry.getTime() as EpochMs)
  const user = flagUser(userId, { plan, expiresAt }, clock.now())
  return (await flags.current()).isOn('browser_notifications', user)
}

/** In the account's language as it is now; a sentence from before messages were data stays English, title and all. */
function payloadOf({ kind, language, noticeId, at, link, ...row }: DuePush): string {
  const message = messageOf(row)
  const spoken: Language = message.code === 'legacy.text' ? 'en' : (language ?? 'en')
  const { text } = rendererOf(spoken)
  return pushPayload({
    title: text(alertTitle(kind)),
    text: text(deviceMessage(message)).trim(),
    path: link ?? START_PATH,
    tag: String(noticeId),
    lang: LANGUAGE_TAGS[spoken],
    at,
  })
}
