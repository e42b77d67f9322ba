import { createRedactor } from '@strikewise/brokers/redact.ts'
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { LANGUAGE_TAGS } from '@strikewise/messages/language-tags.ts'
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import type { Secret } from '../secret.ts'
import type { Database } from '../store/database.ts'
import { claimDueMail, MAIL_OUTBOX, type DueMail } from './outbox.ts'
import { markFailed, markSent } from './outbox-table.ts'
import { retryDelayMs } from './retry-delay.ts'

const POLL_INTERVAL_MS = 1000
const TIMEOUT_MS = 10_000
/** 5xx answers to the recipient or the message are final; another try would be refused alike. */
const FIRST_PERMANENT = 500

export interface MailWorkerDeps {
  readonly config: Pick<Config, 'mail'>
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly logger: Logger
}

/** Sends what is due in the outbox, one mail at a time, until closed. A hint (`outbox`) makes it look at once. */
export function startMailWorker({ config, db, bus, logger }: MailWorkerDeps): { close(): Promise<void> } {
  const transport = createTransport({
    url: config.mail.smtpUrl.reveal(),
    // Offered STARTTLS alone can be taken out of the greeting on the way, and the password goes in clear.
    requireTLS: config.mail.requireTls,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const redact = createRedactor(secretsIn(config.mail.smtpUrl))
  const deliver = async (mail: DueMail) => {
    try {
      const { recipient: to, subject, body: text, html, language } = mail
      const content = html == null ? { text } : { text, html }
      const headers = language == null ? {} : { 'Content-Language': LANGUAGE_TAGS[language] }
      await transport.sendMail({ from: config.mail.from, to, subject, headers, ...content })
      await markSent(db, MAIL_OUTBOX, mail)
      logger.info({ mail: mail.id, attempt: mail.attempts }, 'mail sent')
    } catch (error) {
      const { message, responseCode } = error as Error & { responseCode?: number }
      const reason = redact(message)
      const final = responseCode !== undefined && responseCode >= FIRST_PERMANENT
      const againMs = final ? undefined : retryDelayMs(mail.attempts, Math.random())
      await markFailed(db, MAIL_OUTBOX, mail, reason, againMs)
      logger.warn({ mail: mail.id, attempt: mail.attempts, againMs, reason }, 'mail not sent')
    }
  }

  const loop = startPollingLoop(POLL_INTERVAL_MS, async (signal) => {
    try {
      while (!signal.aborted) {
        const mail = await claimDueMail(db)
        if (mail === undefined) return
        await deliver(mail)
      }
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read')
    }
  })
  const unsubscribe = bus.subscribe('outbox', () => loop.wake())
  return {
    async close() {
      unsubscribe()
      await loop.close()
      transport.close()
    },
  }
}

/** The password of the mail server, and what a login sends of it: a server may repeat either in its refusal. */
function secretsIn(smtpUrl: Secret): { reveal(): string }[] {
  const { username, password } = new URL(smtpUrl.reveal())
  const plain = decodeURIComponent(password)
  return [plain, `\0${decodeURIComponent(username)}\0${plain}`].map((value) => ({ reveal: () => value }))
}
