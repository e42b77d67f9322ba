import type { PushProblem } from '@strikewise/messages/families/push.ts'
import { Agent, request } from 'undici'
import { publicLookup, isPushAddress, type PushServices } from './push-services.ts'
import { encryptPush, type SubscriptionKeys } from './encrypt-push.ts'
import type { VapidSigner } from './vapid-keys.ts'

/** Longest wait for a connection, for an answer, and for all of a call. Real milliseconds. */
const CONNECT_MS = 4_000
const ANSWER_MS = 8_000
const CALL_MS = 10_000
/** Of an answer's body nothing is read; what is longer is cut off. */
const MAX_BYTES = 4_096
/** Connections to one push service. */
const CONNECTIONS = 4
const MAX_WAIT_S = 3_600

/** What the answer of a push service means for the message. */
export type PushAnswer =
  | { readonly type: 'taken' }
  /** The subscription is over: its browser takes nothing more. */
  | { readonly type: 'gone'; readonly problem: PushProblem }
  /** The push service asked for patience. */
  | { readonly type: 'wait'; readonly seconds: number; readonly problem: PushProblem }
  /** This message is refused, and would be again. */
  | { readonly type: 'refused'; readonly problem: PushProblem }
  /** It may have arrived or not: try again later. */
  | { readonly type: 'later'; readonly problem: PushProblem }

export interface PushMessage extends SubscriptionKeys {
  readonly endpoint: string
  readonly text: string
  /** How long the push service may keep it for a device that is off, in seconds. */
  readonly ttlS: number
  /** Whether a sleeping device is woken for it. */
  readonly wakes: boolean
}

/** Sends messages to push services (RFC 8030): to those of the configuration alone, without redirects. */
export class PushClient {
  readonly #services: PushServices
  readonly #signer: VapidSigner
  readonly #agent: Agent

  constructor(services: PushServices, signer: VapidSigner) {
    this.#services = services
    this.#signer = signer
    const lookup = services.sandboxUrl === undefined ? { lookup: publicLookup } : {}
    this.#agent = new Agent({
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_MS, ...lookup },
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    })
  }

  /** Never rejects. */
  async send(message: PushMessage): Promise<PushAnswer> {
    const { endpoint, text, ttlS, wakes } = message
    // The list may have become shorter since the browser was registered.
    if (!isPushAddress(this.#services, endpoint)) return { type: 'gone', problem: { code: 'push_problem.not_served' } }
    try {
      const { statusCode, headers, body } = await request(endpoint, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: {
          authorization: this.#signer.authorization(new URL(endpoint).origin, Math.floor(Date.now() / 1000)),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlS),
          urgency: wakes ? 'high' : 'normal',
        },
        body: encryptPush(text, message),
        signal: AbortSignal.timeout(CALL_MS),
      })
      await body.dump({ limit: MAX_BYTES })
      return pushAnswer(statusCode, headers['retry-after'])
    } catch {
      // Neither addresses nor errors of the network are repeated: the address lets its holder send to the device.
      return { type: 'later', problem: { code: 'push_problem.no_answer' } }
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

/** Reads the status of an answer (RFC 8030, 5 and 7.3) and its header `Retry-After`. */
export function pushAnswer(status: number, retryAfter: unknown): PushAnswer {
  const problem: PushProblem = { code: 'push_problem.refused', status }
  if (status >= 200 && status < 300) return { type: 'taken' }
  if (status === 404 || status === 410) return { type: 'gone', problem: { code: 'push_problem.ended' } }
  if (status === 429) return { type: 'wait', seconds: secondsOf(retryAfter), problem }
  return status >= 500 ? { type: 'later', problem } : { type: 'refused', problem }
}

/** Whole seconds; a date or nothing readable counts as a minute. */
function secondsOf(retryAfter: unknown): number {
  const seconds = typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : 60
  return Math.min(Math.max(1, seconds), MAX_WAIT_S)
}
