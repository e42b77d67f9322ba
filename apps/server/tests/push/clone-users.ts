import { createHmac } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Config } from '../../src/config.ts'
import { librarySecrets } from '../../src/identity/identity-secrets.ts'
import { MasterKey } from '../../src/secrets/master-key.ts'
import type { Database } from '../../src/store/database.ts'

interface SignedIn {
  readonly uid: string
  readonly cookie: string
}

/** Users like `original`, each signed in: thousands, for which signing up and signing in would take minutes. */
export async function cloneUsers({
  db,
  config,
  original,
  count,
}: {
  readonly db: Kysely<Database>
  readonly config: Config
  readonly original: SignedIn
  readonly count: number
}): Promise<SignedIn[]> {
  const { secret } = librarySecrets(MasterKey.open(config))
  const signed = (token: string) =>
    encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)
  const [name, value] = original.cookie.split(';')[0]!.split('=') as [string, string]
  const token = decodeURIComponent(value).split('.')[0]!
  if (signed(token) !== value) throw new Error('sessions are signed in another way than this test signs them')
  const ids = sql`'crowd-' || n`
  // As identity keeps them: by their digest.
  const stored = sql`'sha256:' || encode(sha256(convert_to(${ids}, 'UTF8')), 'hex')`
  const numbers = sql`generate_series(1, ${count}::int) as n`
  for (const statement of [
    sql`
      insert into identity_users select (jsonb_populate_record(one,
        jsonb_build_object('id', ${ids}, 'email', ${ids} || '@example.com'))).*
      from identity_users as one, ${numbers} where one.id = ${original.uid}`,
    sql`
      insert into profiles select (jsonb_populate_record(one, jsonb_build_object('user_id', ${ids}))).*
      from profiles as one, ${numbers} where one.user_id = ${original.uid}`,
    sql`
      insert into consents (user_id, kind, version, given, at, text_hash)
      select ${ids}, kind, version, given, at, text_hash
      from consents, ${numbers} where user_id = ${original.uid}`,
    sql`
      insert into identity_sessions select (jsonb_populate_record(one,
        jsonb_build_object('id', ${ids}, 'token', ${stored}, 'userId', ${ids}))).*
      from identity_sessions as one, ${numbers} where one."userId" = ${original.uid}`,
  ])
    await statement.execute(db)
  return Array.from({ length: count }, (_, index) => {
    const uid = `crowd-${index + 1}`
    return { uid, cookie: `${name}=${signed(uid)}` }
  })
}
