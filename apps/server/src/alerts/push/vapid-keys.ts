import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { OPERATOR, type Vault } from '../../secrets/vault.ts'
import type { Database } from '../../store/database.ts'

const FIELD = 'vapid_private_key'
/** Push services take tokens of at most 24 hours (RFC 8292, 2). Seconds. */
const TOKEN_LIFE_S = 12 * 3600
/** A token is used again while it is good for this long at least. Seconds. */
const TOKEN_LEFT_S = 3600
/** Push services that are sent to at a time; a browser brings its own, so tokens of more are made again. */
const MAX_TOKENS = 50

/** The public half of the deployment's key pair, made on the first call: Base64url of an uncompressed point of P-256. */
export async function vapidPublicKey(db: Kysely<Database>, vault: Vault): Promise<string> {
  return (await vapidRow(db, vault)).public_key
}

/** Shows push services who sends (VAPID, RFC 8292). */
export class VapidSigner {
  readonly #key: KeyObject
  readonly #publicKey: string
  readonly #contact: string
  readonly #tokens = new Map<string, { readonly text: string; readonly until: number }>()

  /** `contact`: how a push service reaches the operator, an address of the kind `mailto:`. */
  constructor(publicKey: string, privateKey: KeyObject, contact: string) {
    this.#publicKey = publicKey
    this.#key = privateKey
    this.#contact = contact
  }

  static async open(db: Kysely<Database>, vault: Vault, contact: string): Promise<VapidSigner> {
    const row = await vapidRow(db, vault)
    const pem = await vault.open(OPERATOR, FIELD, row.private_key)
    return new VapidSigner(row.public_key, createPrivateKey(pem.reveal()), contact)
  }

  /** The value of the header `Authorization` for a push service at `origin`. `nowS`: real seconds since 1970. */
  authorization(origin: string, nowS: number): string {
    const known = this.#tokens.get(origin)
    const token = known !== undefined && known.until - nowS > TOKEN_LEFT_S ? known : this.#newToken(origin, nowS)
    return `vapid t=${token.text}, k=${this.#publicKey}`
  }

  #newToken(origin: string, nowS: number) {
    const until = nowS + TOKEN_LIFE_S
    const claims = { aud: origin, exp: until, sub: this.#contact }
    const content = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => base64url(JSON.stringify(part))).join('.')
    // A JWT holds both numbers of the signature one after the other, not their DER form.
    const signature = sign('sha256', Buffer.from(content), { key: this.#key, dsaEncoding: 'ieee-p1363' })
    const token = { text: `${content}.${signature.toString('base64url')}`, until }
    if (this.#tokens.size >= MAX_TOKENS) this.#tokens.clear()
    this.#tokens.set(origin, token)
    return token
  }
}

async function vapidRow(db: Kysely<Database>, vault: Vault) {
  const read = () => db.selectFrom('vapid_keys').selectAll().executeTakeFirst()
  const known = await read()
  if (known !== undefined) return known
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  const sealed = await vault.seal(OPERATOR, FIELD, pem)
  // Of several first uses at once one pair stands, and all read that one: browsers are subscribed to it for good.
  await db
    .insertInto('vapid_keys')
    .values({ id: 'vapid', public_key: pointOf(publicKey), private_key: sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await read()
  if (made === undefined) throw new Error('the key pair of push messages vanished')
  return made
}

function pointOf(key: KeyObject): string {
  const { x, y } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]).toString('base64url')
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
