import { createECDH, randomBytes, type ECDH } from 'node:crypto'
import { decryptPush } from './decrypt-push.ts'

/** The newest messages and the subscriptions made last are kept. */
const MAX_MESSAGES = 500
const MAX_SUBSCRIPTIONS = 1_000
const CURVE = 'prime256v1'
const AUTH_BYTES = 16
const ID_BYTES = 16

/** A browser's subscription: the sandbox is its push service and the browser. */
interface Subscription {
  readonly id: string
  /** The key its sender must sign with: Base64url, as the page gave it to its browser. */
  readonly senderKey: string
  readonly receiver: ECDH
  readonly auth: Buffer
  /** Its browser takes nothing more. */
  ended: boolean
}

/** A message that was taken, as its browser reads it. */
export interface ReceivedPush {
  readonly id: number
  readonly subscription: string
  /** Real time. */
  readonly received_at: string
  readonly ttl: number
  readonly urgency: string
  /** Its text; null where the browser could not decrypt it. */
  readonly text: string | null
}

/** What a page reads of the subscription of its browser. */
export interface NewSubscription {
  readonly id: string
  readonly p256dh: string
  readonly auth: string
}

export class PushStore {
  readonly #subscriptions = new Map<string, Subscription>()
  #messages: ReceivedPush[] = []
  #lastMessage = 0

  subscribe(senderKey: string): NewSubscription {
    const id = randomBytes(ID_BYTES).toString('base64url')
    const receiver = createECDH(CURVE)
    receiver.generateKeys()
    const auth = randomBytes(AUTH_BYTES)
    this.#subscriptions.set(id, { id, senderKey, receiver, auth, ended: false })
    const [oldest] = this.#subscriptions.keys()
    if (this.#subscriptions.size > MAX_SUBSCRIPTIONS) this.#subscriptions.delete(oldest!)
    return { id, p256dh: receiver.getPublicKey('base64url'), auth: auth.toString('base64url') }
  }

  subscription(id: string): Subscription | undefined {
    return this.#subscriptions.get(id)
  }

  /** The browser ends its subscription. False: there is none of that id. */
  end(id: string): boolean {
    const found = this.#subscriptions.get(id)
    if (found !== undefined) found.ended = true
    return found !== undefined
  }

  receive({ id, receiver, auth }: Subscription, body: Buffer, ttl: number, urgency: string): ReceivedPush {
    this.#lastMessage += 1
    const message: ReceivedPush = {
      id: this.#lastMessage,
      subscription: id,
      received_at: new Date().toISOString(),
      ttl,
      urgency,
      text: decryptPush(body, receiver, auth) ?? null,
    }
    this.#messages = [message, ...this.#messages].slice(0, MAX_MESSAGES)
    return message
  }

  /** Newest first. */
  messages(subscription?: string): readonly ReceivedPush[] {
    return this.#messages.filter((one) => subscription === undefined || one.subscription === subscription)
  }

  clear(): void {
    this.#messages = []
  }
}
