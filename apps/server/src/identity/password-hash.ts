import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { Semaphore } from '@strikewise/concurrency/semaphore.ts'

/** 46 MiB, one pass, one lane: the first choice of the OWASP password storage cheat sheet. */
const COST = { memory: 47_104, passes: 1, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Two at a time: each takes 46 MiB and one of libuv's threads for about 40 ms. */
const limit = new Semaphore(2, { maxWaiting: 64 })

/** argon2id off the event loop, as a PHC string. Rejects with `OverloadedError` when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(password, salt, COST, TAG_BYTES)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`
}

/** Whether `password` made `hash`; false for a hash that is not one of ours. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, kind, version, cost, salt, tag] = hash.split('$')
  const numbers = /^m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})$/.exec(cost ?? '')
  if (kind !== 'argon2id' || version !== 'v=19' || numbers === null || salt === undefined || tag === undefined)
    return false
  const [memory, passes, parallelism] = numbers.slice(1).map(Number) as [number, number, number]
  const expected = Buffer.from(tag, 'base64')
  const made = await derive(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism }, expected.length)
  return timingSafeEqual(made, expected)
}

function derive(password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  return limit.run(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost }, (error, tag) =>
          error === null ? resolve(tag) : reject(error),
        )
      }),
  )
}

/** Base64 without padding, as PHC strings have it. */
function text(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
