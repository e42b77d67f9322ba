import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AuthorityKeys } from './authority-keys.ts'

const QUERY_TYPE = 'application/timestamp-query'
const REPLY_TYPE = 'application/timestamp-reply'
/** A query is some 60 bytes. */
const MAX_BYTES = 4_096

interface TimeStamps {
  /** Folder in which the keys are stored; null: each start has new ones. */
  readonly data: string | null
  /** Instant that tokens have, in epoch milliseconds. */
  readonly now: () => number
  readonly isDown: () => boolean
}

/** A time-stamp authority (RFC 3161, 3.4): `POST /` takes queries, `GET /ca.pem` is the certificate to trust. */
export function timeStampsApp({ data, now, isDown }: TimeStamps): Hono {
  // Its packages and keys are for the first call: most starts have none.
  let opened: Promise<AuthorityKeys> | undefined
  const keys = () => (opened ??= import('./authority-keys.ts').then(({ authorityKeys }) => authorityKeys(data)))
  const app = new Hono()
  app.use('*', async (c, next) => (isDown() ? c.text('The authority is down (sandbox fault).\n', 503) : next()))
  app.get('/ca.pem', async (c) =>
    c.body((await keys()).authority, 200, { 'content-type': 'application/x-pem-file', 'cache-control': 'no-store' }),
  )
  app.post('/', bodyLimit({ maxSize: MAX_BYTES }), async (c) => {
    if (c.req.header('content-type') !== QUERY_TYPE) return c.text(`The content type must be ${QUERY_TYPE}.\n`, 415)
    const { timeStampReply } = await import('./sign-time-stamp.ts')
    const reply = await timeStampReply(await keys(), new Uint8Array(await c.req.arrayBuffer()), new Date(now()))
    return c.body(Uint8Array.from(reply), 200, { 'content-type': REPLY_TYPE })
  })
  return app
}
