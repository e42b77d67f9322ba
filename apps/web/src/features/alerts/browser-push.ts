import { ownSubscription } from '../../lib/push-subscription.ts'

/** Whether this browser can show notifications of the product, and what stands in the way. */
export type PushSupport =
  | 'supported'
  /** Its owner refused notifications of this site. */
  | 'refused'
  /** iPhone and iPad: only an app on the home screen may. */
  | 'install_first'
  | 'unsupported'

/** What a browser gives of its subscription: its address at its push service, and the keys messages are encrypted for. */
export interface BrowserSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Why a browser did not subscribe. */
export class PushError extends Error {
  override readonly name = 'PushError'
  /** `dismissed`: the question was closed without an answer; `no_service`: the browser reaches no push service. */
  readonly code: 'refused' | 'dismissed' | 'no_service'

  constructor(code: PushError['code'], options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** The worker is registered once the page has loaded. Real milliseconds. */
const WORKER_WAIT_MS = 10_000

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return (navigator as { standalone?: boolean }).standalone === false ? 'install_first' : 'unsupported'
  return Notification.permission === 'denied' ? 'refused' : 'supported'
}

/** SHA-256 of the address of this browser's subscription, by which the server names it; null: it has none. */
export async function ownDigest(): Promise<string | null> {
  const subscription = await ownSubscription()
  if (subscription === null) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Asks the user, then subscribes this browser with the product's `publicKey` (Base64url). Throws PushError. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') throw new PushError(answer === 'denied' ? 'refused' : 'dismissed')
  try {
    const worker = await readyWorker()
    // One with the key of another installation at this address would be refused.
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
    const { endpoint, keys } = (await worker.pushManager.subscribe(options)).toJSON()
    const { p256dh, auth } = keys ?? {}
    if (endpoint === undefined || p256dh === undefined || auth === undefined)
      throw new TypeError('a subscription without address or keys')
    return { endpoint, p256dh, auth }
  } catch (error) {
    throw new PushError('no_service', { cause: error })
  }
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the worker of notifications is not ready')), WORKER_WAIT_MS)
  try {
    return await Promise.race([navigator.serviceWorker.ready, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
