import { ORDER_SIDES } from '@strikewise/domain/instruments/order-terms.ts'
import * as z from 'zod'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExchangeFault } from '@strikewise/exchange/faults.ts'
import type { AccountStore } from '../broker/account.ts'
import type { FaultRegistry } from '../faults/fault-registry.ts'
import { HOSTILE_TEXTS, hostileText } from '../faults/untrusted-texts.ts'
import { WIRE_FAULTS, wireFaultRequest } from '../faults/wire-faults.ts'
import type { Market } from '../market.ts'
import { bodyOf, ControlError, notFound, type Control } from './control.ts'

/** Hostile texts may be long; a body is no larger all the same. */
const MAX_TEXT = 200_000
const side = z.enum(ORDER_SIDES).optional()
/** Market time; null: until the faults are cleared. */
const forMs = z.number().positive().max(86_400_000).nullable()
const count = z.int().min(1).max(1000).default(1)
const refusal = z.strictObject({ httpStatus: z.int().min(400).max(599), errorType: z.string(), message: z.string() })
const refused = { httpStatus: 400, errorType: 'OrderException', message: 'Order refused by the sandbox.' }

/** Faults inside the exchange, as its own type has them, with defaults for people at the console. */
const exchangeFault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reject_next'),
    count,
    message: z.string().max(MAX_TEXT).default('Rejected by the sandbox.'),
    side,
  }),
  z.strictObject({
    kind: z.literal('message_next'),
    count,
    message: z.string().max(MAX_TEXT).default('A remark of the sandbox.'),
    side,
  }),
  z.strictObject({
    kind: z.literal('fail_modify'),
    count,
    message: z.string().max(MAX_TEXT).default('Not changed by the sandbox.'),
  }),
  z.strictObject({ kind: z.literal('square_off') }),
  z.strictObject({ kind: z.literal('refuse_next'), count, refusal: refusal.default(refused) }),
  z.strictObject({
    kind: z.literal('stick'),
    count,
    status: z
      .enum(['VALIDATION PENDING', 'OPEN PENDING', 'MODIFY VALIDATION PENDING', 'MODIFY PENDING', 'CANCEL PENDING'])
      .default('OPEN PENDING'),
    forMs: forMs.default(null),
    liveBehind: z.boolean().default(false),
    side,
  }),
  z.strictObject({ kind: z.literal('cancel_loses'), count }),
  z.strictObject({
    kind: z.literal('hide'),
    count,
    forMs: forMs.default(20_000),
    hold: z.boolean().default(false),
    side,
  }),
  z.strictObject({ kind: z.literal('book_lag'), lagMs: z.number().positive().max(7_200_000).default(30_000) }),
  z.strictObject({ kind: z.literal('slow'), addMs: z.number().positive().max(600_000).default(5_000) }),
  z.strictObject({ kind: z.literal('fill_cap'), quantity: z.int().min(1).default(25) }),
  z.strictObject({
    kind: z.literal('end_gtt'),
    count,
    status: z.enum(['disabled', 'cancelled', 'rejected']).default('disabled'),
  }),
  z.strictObject({ kind: z.literal('cash_zero') }),
])

/** The fault as the exchange has it: an end in market time instead of a length. */
function faultOf(request: z.infer<typeof exchangeFault>, now: EpochMs): ExchangeFault {
  if (request.kind !== 'stick') return request
  const { forMs: length, ...rest } = request
  return { ...rest, until: length === null ? null : ((now + length) as EpochMs) }
}

const EXCHANGE_FAULT_TEXTS: Readonly<Record<ExchangeFault['kind'], string>> = {
  reject_next: 'The next orders ("side": of BUY or SELL alone) are taken and then REJECTED with "message".',
  message_next: 'The rows of the next orders (of "side") carry "message" as their status message.',
  fail_modify: 'The next changes are taken and then fail with "message"; the order stays as it was.',
  square_off: 'The broker closes every position of the account: it cancels the orders first, then sells itself.',
  refuse_next: 'The next order calls are refused at once with "refusal".',
  stick:
    'The next orders (of "side") that reach "status" stay in it for "forMs" of market time (null: until the faults are cleared); "liveBehind": the exchange works them all the same.',
  cancel_loses: 'The next cancels come too late: the order is filled first.',
  hide: 'The next orders (of "side") are accepted but not shown for "forMs" (null: until the faults are cleared); "hold": nor sent to the exchange before then.',
  book_lag: 'Orders, trades and positions are shown as they stood "lagMs" ago.',
  slow: 'Every step of an order takes "addMs" longer.',
  fill_cap: 'An order gets at most "quantity" a moment, in whole lots and one at the least: many part fills.',
  end_gtt: 'The next triggers are taken and then ended by the broker: "status" disabled, cancelled or rejected.',
  cash_zero: 'Funds show available.cash as 0.',
}

/** `text` names a hostile text: it becomes the fault's message, or the message of its refusal. */
function withHostileText({ text, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (text === undefined) return rest
  const name = HOSTILE_TEXTS.find((one) => one === text)
  if (name === undefined) throw new ControlError(400, 'bad_body', `"text" is one of ${HOSTILE_TEXTS.join(', ')}.`)
  const message = hostileText(name)
  return rest['kind'] === 'refuse_next' ? { ...rest, refusal: { ...refused, message } } : { ...rest, message }
}

/** Controls of everything that goes wrong on purpose. Exchange faults and wire faults are set by the same call. */
export function faultControls(faults: FaultRegistry, market: Market, accounts: AccountStore): Control[] {
  const known = (account: string | undefined): string | null => {
    if (account !== undefined && accounts.byUser(account) === undefined) throw notFound(`Account ${account}`)
    return account ?? null
  }
  return [
    {
      method: 'GET',
      path: '/faults',
      text: 'The kinds of faults, those that are on, and what they have met.',
      answer: () => ({
        kinds: {
          ...Object.fromEntries(Object.entries(WIRE_FAULTS).map(([kind, { text }]) => [kind, text])),
          ...EXCHANGE_FAULT_TEXTS,
        },
        texts: HOSTILE_TEXTS,
        active: faults.active(),
        exchange: market.exchange.faults,
        log: faults.log(),
      }),
    },
    {
      method: 'POST',
      path: '/faults',
      text: 'Sets a fault: { "kind": "timeout_after_accept", "account": "SW1001", "times": 1 }. GET /sandbox/faults lists the kinds and their fields.',
      answer: async (c) => {
        const { kind } = await bodyOf(c, z.looseObject({ kind: z.string() }))
        if (kind in WIRE_FAULTS) {
          const request = await bodyOf(c, wireFaultRequest)
          known(request.account)
          return faults.set(request)
        }
        if (!(kind in EXCHANGE_FAULT_TEXTS))
          throw new ControlError(400, 'unknown_kind', `No fault is called "${kind}": GET /sandbox/faults lists them.`)
        const { account, ...rest } = await bodyOf(c, z.looseObject({ account: z.string().optional() }))
        const parsed = exchangeFault.safeParse(withHostileText(rest))
        if (!parsed.success) throw new ControlError(400, 'bad_body', z.prettifyError(parsed.error))
        market.exchange.setFault(known(account), faultOf(parsed.data, market.now()), market.now())
        faults.note('set', kind, account ?? null)
        return { ok: true, fault: parsed.data }
      },
    },
    {
      method: 'DELETE',
      path: '/faults/:id',
      text: 'Ends one fault of the wire.',
      answer: (c) => {
        if (!faults.end(Number(c.req.param('id')))) throw notFound(`Fault ${c.req.param('id')}`)
        return { ok: true }
      },
    },
    {
      method: 'DELETE',
      path: '/faults',
      text: 'Ends every fault, those of the exchange too.',
      answer: () => {
        faults.endAll()
        market.exchange.clearFaults(null, market.now())
        return { ok: true }
      },
    },
  ]
}
