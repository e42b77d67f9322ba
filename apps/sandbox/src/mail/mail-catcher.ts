import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** The newest mails are kept, so that a long run stays small. */
const MAX_MAILS = 500
const MAX_MAIL_BYTES = 10 * 1024 * 1024

interface CaughtMail {
  readonly id: number
  /** Real time, ISO 8601: mail is not in market time. */
  readonly receivedAt: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[]
}

export interface MailCatcher {
  readonly port: number
  /** Newest first. */
  mails(to?: string): CaughtMail[]
  mail(id: number): CaughtMail | undefined
  clear(): void
  close(): Promise<void>
}

/**
 * An SMTP server on loopback that takes every mail, delivers none and shows them all. Port 0: any free one.
 * While `isDown` is set every mail is refused with a temporary failure (451).
 */
export async function startMailCatcher(port: number, isDown: () => boolean): Promise<MailCatcher> {
  let mails: CaughtMail[] = []
  let nextId = 1

  const take = callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const raw = await buffer(stream)
    if (stream.sizeExceeded) throw Object.assign(new Error('mail is over 10 MB'), { responseCode: 552 })
    if (isDown()) throw Object.assign(new Error('mail fault is on: try later'), { responseCode: 451 })
    const recipients = session.envelope.rcptTo.map((address) => address.address)
    const id = nextId
    nextId += 1
    mails = [await parsed(id, raw, recipients), ...mails].slice(0, MAX_MAILS)
  })

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    size: MAX_MAIL_BYTES,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => take(stream, session, (error) => done(error)),
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      // A client that drops the line mid-mail is no trouble of ours.
      server.on('error', () => undefined)
      resolve()
    })
  })

  return {
    port: (server.server.address() as AddressInfo).port,
    mails: (to) => (to === undefined ? [...mails] : mails.filter((mail) => mail.to.includes(to))),
    mail: (id) => mails.find((mail) => mail.id === id),
    clear: () => void (mails = []),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function parsed(id: number, raw: Buffer, recipients: readonly string[]): Promise<CaughtMail> {
  const mail = await PostalMime.parse(raw)
  return {
    id,
    receivedAt: new Date().toISOString(),
    from: mail.from?.address ?? '',
    to: recipients,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map((header) => [header.key, header.value])),
    attachments: mail.attachments.map((file) => ({
      name: file.filename ?? '',
      type: file.mimeType,
      bytes: typeof file.content === 'string' ? file.content.length : file.content.byteLength,
    })),
  }
}
