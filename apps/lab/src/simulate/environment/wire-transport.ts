import type { OrderCall } from '@strikewise/domain/instruments/order-terms.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Exchange } from '@strikewise/exchange/exchange.ts'
import type { OrderRejection } from '@strikewise/exchange/order-types.ts'
import { parseChangeForm, parseOrderForm } from '@strikewise/exchange/orders/order-form.ts'
import type { HttpResult, FailureCause } from '@strikewise/kite/responses/http-result.ts'
import type { KiteRequest, KiteTransport } from '@strikewise/kite/rest/transport.ts'
import type { Chooser } from '../chance/chooser.ts'
import type { Owner, VirtualTime } from '../engine/virtual-time.ts'
import { execute, type CallFaults, type Outcome } from './call-faults.ts'
import type { Login } from './login.ts'
import type { FaultConditions } from './fault-conditions.ts'

const IN_OUR_PROCESS_MS = 1
const VARIETY = 'regular'
/** A call that has left is on its way for longer. */
const UNDER_CALL_MS = 3
const ORDER_PATH = /^\/orders\/regular(?:\/(\w+))?$/u
/** How a wire may spoil an order call, by the alternative of the fault (from 1). */
const SPOILS = ['edge_429', 'cut_body', 'other_order', 'reset_before', 'reset_after'] as const
type Spoil = (typeof SPOILS)[number]

export interface WireOptions {
  readonly time: VirtualTime
  readonly exchange: Exchange
  readonly account: string
  readonly chooser: Chooser
  readonly faultConditions: FaultConditions
  /** The process that calls; what it does not live to read is lost. */
  readonly owner: Owner
  /** What this client's calls are signed with. */
  readonly login: Login
  readonly callFaults: CallFaults
  /** Whether the login is the account's newest; the broker takes no other. */
  readonly isCurrent: () => boolean
  /** A call came with a login that has been replaced. */
  readonly onStale: () => void
  /** The owner logs in again. */
  readonly logInAgain: () => void
}

/** A call under way. */
interface Open {
  left: boolean
  readonly settle: (answer: HttpResult) => void
}

/**
 * The broker's HTTP API on the exchange model: takes the bytes our own client writes and answers with the bytes the broker
 * would, under virtual time. What is read from them is the client's own affair.
 */
export class WireTransport implements KiteTransport {
  readonly #o: WireOptions
  readonly #open = new Set<Open>()
  #closed = false

  constructor(options: WireOptions) {
    this.#o = options
  }

  send(request: KiteRequest): Promise<HttpResult> {
    if (this.#closed) return Promise.resolve(failure(false, 'closed'))
    return new Promise((resolve) => {
      const call: Open = {
        left: false,
        settle: (answer) => {
          if (this.#open.delete(call)) resolve(answer)
        },
      }
      this.#open.add(call)
      this.#o.time.after(IN_OUR_PROCESS_MS, () => this.#leave(request, call), this.#o.owner)
    })
  }

  /** As the real one: calls under way answer `closed`, though the broker may carry them out. */
  async close(): Promise<void> {
    this.#closed = true
    for (const call of this.#open) call.settle(failure(call.left, 'closed'))
  }

  #leave(request: KiteRequest, call: Open): void {
    if (!this.#open.has(call)) return
    const { account, chooser } = this.#o
    const isOrder = request.method !== 'GET'
    const wire = isOrder ? chooser.choose('wire', `${account} ${this.#about(request).label}`) : 0
    const spoil = wire === 0 ? undefined : SPOILS[wire - 1]
    if (spoil === 'reset_before') {
      call.settle(failure(false, 'connect_failed'))
      return
    }
    if (request.beforeWrite?.() === false) {
      call.settle(failure(false, 'withdrawn'))
      return
    }
    call.left = true
    if (isOrder) this.#order(request, call, spoil)
    else this.#read(request, call)
  }

  #order(request: KiteRequest, call: Open, spoil: Spoil | undefined): void {
    const { account, chooser, exchange, callFaults, isCurrent, login, logInAgain, onStale, time } = this.#o
    const about = this.#about(request)
    const callFault = callFaults.of(about)
    if (chooser.choose('login_under_call', `${account} ${about.label}`) > 0) time.after(UNDER_CALL_MS, logInAgain)
    if (spoil === 'edge_429') {
      this.#onUpdate(call, page(429, 'Too many requests'), callFault.arriveMs * 2)
      return
    }
    if (callFault.arrives)
      time.after(callFault.arriveMs, () => {
        if (!isCurrent()) {
          onStale()
          this.#onUpdate(call, refused(TOKEN_EXPIRED, login), callFault.replyMs)
          return
        }
        const outcome = execute(exchange, { account, orderId: about.orderId }, callFault, chooser, time.now, () =>
          this.#effect(request, about, time.now),
        )
        if (callFault.instead !== undefined) return
        const answer = outcome.ok ? accepted(outcome.orderId) : refused(outcome.refusal, login)
        this.#onUpdate(
          call,
          outcome.ok ? this.#spoiled(answer, outcome.orderId, about.kind, spoil) : answer,
          callFault.replyMs,
        )
      })
    if (callFault.instead !== undefined)
      this.#onUpdate(call, faultyReply(callFault.how ?? '', login), callFault.replyMs)
  }

  #spoiled(answer: HttpResult, orderId: string, kind: About['kind'], spoil: Spoil | undefined): HttpResult {
    if (spoil === 'reset_after') return failure(true, 'reset')
    if (spoil === 'cut_body') return json(200, `{"status":"success","data":{"order_id":"${orderId}"`)
    if (spoil !== 'other_order') return answer
    // A response that was meant for another call: that of another account's, or of an order of this account.
    const isOfAccount = kind === 'place' && Number(orderId.at(-1)) % 2 === 0
    return accepted((isOfAccount ? this.#newestOtherCall(orderId) : undefined) ?? `8${orderId.slice(1)}`)
  }

  /** The account's newest order beside one, of any origin; undefined: there is none. */
  #newestOtherCall(orderId: string): string | undefined {
    const { account, exchange } = this.#o
    const ids = exchange.state.orders
      .values()
      .filter((order) => order.accountId === account && order.orderId !== orderId)
    return [...ids].at(-1)?.orderId
  }

  #effect(request: KiteRequest, { kind, orderId }: About, now: EpochMs): Outcome {
    const { account, exchange } = this.#o
    if (kind === 'cancel') return exchange.cancel(account, VARIETY, orderId!, now)
    const form = Object.fromEntries(new URLSearchParams(request.body))
    if (kind === 'modify') {
      const change = parseChangeForm(form)
      return change.ok ? exchange.modify(account, VARIETY, orderId!, change.value, now) : change
    }
    const order = parseOrderForm(VARIETY, form)
    return order.ok ? exchange.place(account, order.value, now) : order
  }

  #about({ method, path, body }: KiteRequest): About {
    const orderId = ORDER_PATH.exec(path.split('?')[0]!)?.[1] ?? null
    if (method !== 'POST') {
      const kind = method === 'PUT' ? 'modify' : 'cancel'
      return { kind, side: null, tag: null, orderId, label: kind }
    }
    const form = new URLSearchParams(body)
    const side = form.get('transaction_type') === 'BUY' ? 'BUY' : 'SELL'
    return { kind: 'place', side, tag: form.get('tag'), orderId, label: `place ${side}` }
  }

  #read({ path }: KiteRequest, call: Open): void {
    const { callFaults, isCurrent, login, onStale, time } = this.#o
    const what = path.split(/[/?]/u)[1] === 'orders' && path.length > 7 ? 'history' : READS[path]
    if (what === undefined) {
      this.#onUpdate(call, success({}), 1)
      return
    }
    const callFault = callFaults.ofRead(what)
    if (callFault.fails !== undefined) {
      this.#onUpdate(call, faultyReply(callFault.fails, login), callFault.backMs)
      return
    }
    time.after(callFault.thereMs, () => {
      if (isCurrent()) this.#onUpdate(call, success(this.#rows(what, path)), callFault.backMs)
      else {
        onStale()
        this.#onUpdate(call, refused(TOKEN_EXPIRED, login), callFault.backMs)
      }
    })
  }

  #rows(what: string, path: string): unknown {
    const { account, exchange, time, faultConditions, login } = this.#o
    const { now } = time
    const words = <T extends { readonly status_message: string | null }>(row: T): T =>
      row.status_message === null ? row : { ...row, status_message: login.repeatedIn(row.status_message) }
    switch (what) {
      case 'orders': {
        const rows: unknown[] = exchange.orders(account, now).map(words)
        // A row that cannot be read: the reading shows that it lacks one.
        if (now < faultConditions.of(account).bookCutUntil) rows.splice(-1, 1, { order_id: null })
        return rows
      }
      case 'history':
        return (exchange.orderHistory(account, path.split('/')[2]!, now) ?? []).map(words)
      case 'trades':
        return exchange.trades(account, now)
      case 'positions':
        return exchange.positions(account, now)
      default:
        return exchange.margins(account, now)!.equity
    }
  }

  #onUpdate(call: Open, answer: HttpResult, ms: number): void {
    this.#o.time.after(ms, () => call.settle(answer), this.#o.owner)
  }
}

interface About {
  readonly kind: OrderCall
  readonly side: 'BUY' | 'SELL' | null
  readonly tag: string | null
  readonly orderId: string | null
  readonly label: string
}

/** The readings by their paths, as the faults know them. */
const READS: Readonly<Record<string, string>> = {
  '/orders': 'orders',
  '/trades': 'trades',
  '/portfolio/positions': 'positions',
  '/user/margins/equity': 'funds',
}

const TOKEN_EXPIRED: OrderRejection = {
  httpStatus: 403,
  errorType: 'TokenException',
  message: 'Incorrect `api_key` or `access_token`.',
}
/** What stands for each refusal the faults name. */
const REFUSALS: Readonly<Record<string, OrderRejection>> = {
  token_expired: TOKEN_EXPIRED,
  not_permitted: { httpStatus: 403, errorType: 'PermissionException', message: 'IP is not allowed to place orders.' },
  rate_limited: { httpStatus: 429, errorType: 'NetworkException', message: 'Too many requests' },
  funds: { httpStatus: 400, errorType: 'MarginException', message: 'Insufficient funds.' },
  other: { httpStatus: 400, errorType: 'InputException', message: 'A reason that no table has.' },
}

/** The bytes of a trouble by its name: a refusal's code, `HTTP 502` and its like, or what went wrong with the answer. */
function faultyReply(how: string, login: Login): HttpResult {
  const refusal = REFUSALS[how]
  if (refusal !== undefined) return refused(refusal, login)
  const status = /^HTTP (\d+)$/u.exec(how)?.[1]
  if (status !== undefined) return page(Number(status), 'Bad gateway')
  if (how === 'an HTML page') return page(200, 'Welcome')
  if (how === 'cut JSON') return json(200, '{"status":"success","da')
  return how === 'unavailable' ? page(503, 'Service unavailable') : failure(true, 'timed_out')
}

function failure(written: boolean, cause: FailureCause): HttpResult {
  return { kind: 'failure', written, cause, detail: 'simulated' }
}

function page(httpStatus: number, text: string): HttpResult {
  return { kind: 'response', httpStatus, contentType: 'text/html', body: `<html><body>${text}</body></html>` }
}

function json(httpStatus: number, body: string): HttpResult {
  return { kind: 'response', httpStatus, contentType: 'application/json', body }
}

function success(data: unknown): HttpResult {
  return json(200, JSON.stringify({ status: 'success', data }))
}

function accepted(orderId: string): HttpResult {
  return success({ order_id: orderId })
}

/** The broker's refusal, as a text that repeats what the call was signed with. */
function refused({ httpStatus, errorType, message }: OrderRejection, login: Login): HttpResult {
  const reported = { status: 'error', message: login.repeatedIn(message), data: null, error_type: errorType }
  return json(httpStatus, JSON.stringify(reported))
}
