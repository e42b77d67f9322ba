import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Exchange } from '@strikewise/exchange/exchange.ts'
import { takeFault, type ExchangeFault } from '@strikewise/exchange/faults.ts'
import type { OrderRejection } from '@strikewise/exchange/order-types.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import { tagOf } from '@strikewise/execution/intent/tag.ts'
import { CONTRACTS } from '../session/contracts.ts'
import type { Chooser } from '../chance/chooser.ts'
import type { VirtualTime } from '../engine/virtual-time.ts'
import type { CallRecord } from './broker-records.ts'
import type { Login } from './login.ts'
import type { FaultConditions } from './fault-conditions.ts'

/** What our own client allows a call before it calls it unanswered. */
export const CALL_TIMEOUT_MS = 7_000

/** How the tag begins of an order that buys back what was sold short. */
const COVER = tagOf('cover', '0', 1)[0]!

/** How long a change stays pending, by the way it is stuck. */
const STUCK_CHANGE_MS = [3_000, 9_000, 20_000, 40_000, 60_000] as const

export interface CallFault {
  readonly arrives: boolean
  readonly arriveMs: number
  /** What the caller receives instead of the truth; undefined: the truth. */
  readonly instead: OrderAck | undefined
  /** Why, in a word the wire knows: a code, or what came back. */
  readonly how?: string
  readonly replyMs: number
  readonly fault: ExchangeFault | undefined
}

/** What becomes of one reading. */
export interface QueryFault {
  readonly thereMs: number
  readonly backMs: number
  readonly fails: 'unavailable' | 'token_expired' | 'rate_limited' | undefined
}

interface CallFaultsOptions {
  readonly time: VirtualTime
  readonly account: string
  readonly chooser: Chooser
  readonly faultConditions: FaultConditions
  readonly login: Login
  /** The next ordinary latency of one way, in ms. */
  readonly latency: () => number
  /** The process that calls is gone. */
  readonly dies: () => void
}

/** Decides what becomes of each order call of one account in one process. */
export class CallFaults {
  readonly #o: CallFaultsOptions

  constructor(options: CallFaultsOptions) {
    this.#o = options
  }

  /** Which of the things that can go wrong with this call does; the first in the list that fires wins. */
  of({ kind, side, tag }: Pick<CallRecord, 'kind' | 'side' | 'tag'>): CallFault {
    const { chooser, account, time, faultConditions, login } = this.#o
    const { now } = time
    const there = this.#o.latency()
    const doubtful = (why: string) => ({ instead: { type: 'in_doubt', why: login.redacted(why) } as const, how: why })
    const honest: CallFault = {
      arrives: true,
      arriveMs: there,
      instead: undefined,
      replyMs: this.#o.latency(),
      fault: undefined,
    }
    const lost = (why: string, ms: number): CallFault => ({
      ...honest,
      arrives: false,
      ...doubtful(why),
      replyMs: ms,
    })
    if (now < faultConditions.brokerDownUntil) return lost('no answer', CALL_TIMEOUT_MS)
    if (now < faultConditions.placingDownUntil && kind === 'place') return lost('HTTP 503', there * 2)
    const own = faultConditions.of(account)
    const refusedAs = (code: 'token_expired' | 'not_permitted' | 'rate_limited' | 'funds' | 'other'): CallFault => ({
      ...honest,
      arrives: false,
      instead: { type: 'refused', code, text: login.redacted(code) },
      how: code,
      replyMs: there * 2,
    })
    if (now < own.tokenExpiredUntil) return refusedAs('token_expired')
    if (now < own.addressRefusedUntil) return refusedAs('not_permitted')
    const isCover = side === 'BUY' && tag!.startsWith(COVER)
    const entity = `${account} ${kind}${side === null ? '' : ` ${isCover ? 'COVER' : side}`}`
    const died = chooser.choose('crash_while_sending', entity)
    if (died > 0) {
      // Whatever it had begun to send gets there, at once or late.
      this.#o.dies()
      return { ...honest, arriveMs: [there, 2_500, CALL_TIMEOUT_MS - 500][died - 1]! }
    }
    if (chooser.choose('request_lost', entity) > 0) return lost('no answer', CALL_TIMEOUT_MS)
    const replyLost = chooser.choose('reply_lost', entity)
    if (replyLost > 0)
      return {
        ...honest,
        // The second way: it arrives late, when the caller has long begun to look for it.
        arriveMs: replyLost === 2 ? there + 3_000 : there,
        ...doubtful('no answer'),
        replyMs: CALL_TIMEOUT_MS,
      }
    // No process is notified of it, and the book does not show it for long: a sale only so long that it is not thought absent.
    const invisibleKind = side === 'BUY' && !isCover ? 'taken_unseen' : 'sale_unseen'
    const unseen = kind === 'place' ? chooser.choose(invisibleKind, entity) : 0
    if (unseen > 0)
      return {
        ...honest,
        ...doubtful('HTTP 504'),
        fault: side === 'SELL' || isCover ? { kind: 'hide', count: 1, forMs: 8_000 } : UNSEEN[unseen - 1]!,
      }
    const garbled = chooser.choose('answer_garbled', entity)
    if (garbled > 0) {
      const why = ['HTTP 502', 'an HTML page', 'cut JSON', 'HTTP 500'][garbled - 1]!
      return { ...honest, arrives: garbled % 2 === 0, ...doubtful(why), replyMs: there * 2 }
    }
    if (chooser.choose('rate_limited', entity) > 0) return refusedAs('rate_limited')
    const refused = chooser.choose('refused', entity)
    if (refused > 0 && kind === 'place') return refusedAs((['funds', 'other', 'rate_limited'] as const)[refused - 1]!)
    const fault = this.#faultFor(kind, entity)
    const slow = chooser.choose('slow_call', entity)
    if (slow === 1) return { ...honest, arriveMs: 2_500, fault }
    if (slow === 2) return { ...honest, replyMs: 5_500, fault }
    // It arrives after its time-out: the caller abandoned it and the broker accepted it all the same.
    if (slow === 3)
      return {
        ...honest,
        arriveMs: CALL_TIMEOUT_MS - 500,
        ...doubtful('no answer'),
        replyMs: CALL_TIMEOUT_MS,
        fault,
      }
    return { ...honest, fault }
  }

  ofRead(what: string): QueryFault {
    const { account, chooser, latency, time, faultConditions } = this.#o
    const thereMs = latency()
    const fails = (code: QueryFault['fails'], backMs: number): QueryFault => ({ thereMs, backMs, fails: code })
    if (time.now < faultConditions.brokerDownUntil) return fails('unavailable', CALL_TIMEOUT_MS)
    if (time.now < faultConditions.of(account).tokenExpiredUntil) return fails('token_expired', thereMs * 2)
    if (what === 'funds' && time.now < faultConditions.of(account).fundsFailUntil)
      return fails('unavailable', thereMs * 2)
    const failed = chooser.choose('read_failed', `${account} ${what}`)
    if (failed === 1) return fails('unavailable', CALL_TIMEOUT_MS)
    if (failed === 2) return fails('unavailable', thereMs * 2)
    if (failed === 3) return fails('rate_limited', thereMs * 2)
    const slow = chooser.choose('read_slow', `${account} ${what}`)
    return { thereMs, backMs: slow === 0 ? thereMs : slow * 2_500, fails: undefined }
  }

  /** What goes wrong inside the broker's systems with the order this call is about. */
  #faultFor(kind: CallRecord['kind'], entity: string): ExchangeFault | undefined {
    const { chooser, time } = this.#o
    const until = (ms: number) => (time.now + ms) as EpochMs
    if (kind === 'place') {
      // It is filled in part, and its rest is over at once.
      if (entity.endsWith(' COVER') && chooser.choose('cover_cut', entity) > 0)
        return { kind: 'fill_cap', quantity: CONTRACTS[0]!.lotSize }
      const rejected = chooser.choose('rejected_later', entity)
      if (rejected > 0)
        return {
          kind: 'reject_next',
          count: 1,
          message: REJECTIONS[rejected - 1]!,
        }
      const hidden = chooser.choose('orders_hidden', entity)
      if (hidden > 0)
        return { kind: 'hide', count: 1, forMs: hidden === 1 ? 4_000 : 60_000, ...(hidden === 3 ? { hold: true } : {}) }
      const stuck = chooser.choose('stuck', entity)
      if (stuck > 0)
        return {
          kind: 'stick',
          count: 1,
          status: stuck % 2 === 1 ? 'VALIDATION PENDING' : 'OPEN PENDING',
          until: until(stuck > 2 ? 40_000 : 5_000),
          // The first and the last: it does not reach the exchange in the meantime.
          liveBehind: stuck > 1 && stuck < 5,
        }
      return undefined
    }
    if (kind === 'modify') {
      const refused = chooser.choose('modify_refused', entity)
      if (refused > 0)
        return { kind: 'refuse_next', count: 1, refusal: refused === 1 ? BEING_PROCESSED : UNKNOWN_REFUSAL }
      const stuck = chooser.choose('stuck', entity)
      return stuck === 0
        ? undefined
        : { kind: 'stick', count: 1, status: 'MODIFY PENDING', until: until(STUCK_CHANGE_MS[stuck - 1]!) }
    }
    const slow = chooser.choose('cancel_slow', entity)
    if (slow === 0) return undefined
    return slow === 1
      ? { kind: 'cancel_loses', count: 1 }
      : { kind: 'stick', count: 1, status: 'CANCEL PENDING', until: until(slow === 2 ? 4_000 : 25_000) }
  }
}

/** How long nothing shows an entry that was taken. The third way the broker's dealers hold it so long, and sends it on then. */
const UNSEEN: readonly ExchangeFault[] = [
  { kind: 'hide', count: 1, forMs: 25_000 },
  { kind: 'hide', count: 1, forMs: 45_000 },
  { kind: 'hide', count: 1, forMs: 20_000, hold: true },
]

const REJECTIONS = [
  'RMS: rejected by the risk desk',
  '17070: The Price is out of the LPP range',
  // What no row can hold: a NUL, half of a pair, and more than any user writes.
  `RMS:Blocked \u0000 margin \ud83d ${'\u{1f4a5}'.repeat(400)}`,
] as const
const BEING_PROCESSED: OrderRejection = {
  httpStatus: 400,
  errorType: 'OrderException',
  message: 'Order cannot be modified as it is being processed. Try later.',
}
const UNKNOWN_REFUSAL: OrderRejection = { httpStatus: 400, errorType: 'InputException', message: 'Invalid request.' }

export type Outcome =
  | { readonly ok: true; readonly orderId: string }
  | { readonly ok: false; readonly refusal: OrderRejection }

/** A fault that an order meets on its way, after the call that brings it was answered: another order may be there sooner. */
type FaultOnTheWay = Extract<ExchangeFault, { kind: 'stick' | 'cancel_loses' }>

function isOnTheWay(fault: ExchangeFault): fault is FaultOnTheWay {
  return fault.kind === 'stick' || fault.kind === 'cancel_loses'
}

/**
 * Carries a call out at the exchange, with what goes wrong inside the broker's systems. `orderId`: of the order it changes; null:
 * it places one. What is drawn for a call meets its own order, never another that is under way as well.
 */
export function execute(
  exchange: Exchange,
  { account, orderId }: Pick<CallRecord, 'account' | 'orderId'>,
  { fault: drawn }: CallFault,
  chooser: Chooser,
  now: EpochMs,
  effect: () => Outcome,
): Outcome {
  // Once everything is to heal, a call that arrives late does not bring its trouble with it any more.
  const fault = chooser.active ? drawn : undefined
  if (fault === undefined) return effect()
  if (isOnTheWay(fault) && orderId === null) {
    const outcome = effect()
    if (outcome.ok) exchange.setFault(account, { ...fault, orderId: outcome.orderId }, now)
    return outcome
  }
  exchange.setFault(account, isOnTheWay(fault) && orderId !== null ? { ...fault, orderId } : fault, now)
  const outcome = effect()
  // An order that is refused takes its trouble along: the next one has its own.
  if (!outcome.ok && fault.kind !== 'refuse_next')
    takeFault(exchange.state.faults, account, fault.kind, (one) => !('orderId' in one) || one.orderId === orderId)
  return outcome
}
