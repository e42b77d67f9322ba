import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../state/account-state.ts'
import { takeFault } from '../faults.ts'
import type { OrderRejection } from '../order-types.ts'
import { triggerIdFor } from '../orders/ids.ts'
import { rejections } from '../orders/rejections.ts'
import { rejectedCall } from '../engine/place-order.ts'
import { log, type ExchangeContext } from '../state/exchange-state.ts'
import { checkGtt } from './gtt-checks.ts'
import type { GttState } from '../state/gtt-state.ts'
import type { GttOutcome, GttRequest } from '../gtt-types.ts'
import { endGtt, unwatch, watch } from './gtt-watch.ts'

/** An account may have this many active triggers (fact sheet §5). */
const MAX_ACTIVE = 250

type Call = 'place' | 'replace' | 'delete'

/** Takes or refuses a new trigger. Like every order call it counts against the account's limits. */
export function placeGtt(
  context: ExchangeContext,
  account: AccountState,
  request: GttRequest,
  now: EpochMs,
): GttOutcome {
  const checked =
    rejectedCall(context, account, now) ?? checkActiveLimit(account) ?? checkGtt(context, request, now, now)
  if ('errorType' in checked) return refuse(context, account, 'place', null, checked, now)
  account.gttCount += 1
  const gtt: GttState = {
    triggerId: triggerIdFor(account.index, account.gttCount),
    accountId: account.accountId,
    createdAt: now,
    terms: checked,
    updatedAt: now,
    status: 'active',
    fired: null,
  }
  account.gtts.set(gtt.triggerId, gtt)
  log(context, now, account.accountId, { type: 'gtt_taken', triggerId: gtt.triggerId, request })
  watch(context, gtt)
  const doom = takeFault(context.state.faults, account.accountId, 'end_gtt')
  if (doom !== undefined) endGtt(context, gtt, doom.status, now)
  return { ok: true, triggerId: gtt.triggerId }
}

/** Replaces an active trigger whole: nothing of the old one is kept but its id and its age. */
export function replaceGtt(
  context: ExchangeContext,
  account: AccountState,
  triggerId: number,
  request: GttRequest,
  now: EpochMs,
): GttOutcome {
  const gtt = account.gtts.get(triggerId)
  const checked =
    rejectedCall(context, account, now) ?? checkActive(gtt) ?? checkGtt(context, request, gtt!.createdAt, now)
  if ('errorType' in checked) return refuse(context, account, 'replace', triggerId, checked, now)
  unwatch(context, gtt!)
  gtt!.terms = checked
  gtt!.updatedAt = now
  watch(context, gtt!)
  log(context, now, account.accountId, { type: 'gtt_replaced', triggerId, request })
  return { ok: true, triggerId }
}

/** Ends an active trigger. Its row stays in the list for seven days. */
export function deleteGtt(
  context: ExchangeContext,
  account: AccountState,
  triggerId: number,
  now: EpochMs,
): GttOutcome {
  const gtt = account.gtts.get(triggerId)
  const refusal = rejectedCall(context, account, now) ?? checkActive(gtt)
  if (refusal !== undefined) return refuse(context, account, 'delete', triggerId, refusal, now)
  endGtt(context, gtt!, 'deleted', now)
  return { ok: true, triggerId }
}

function checkActiveLimit(account: AccountState): OrderRejection | undefined {
  let active = 0
  for (const gtt of account.gtts.values()) if (gtt.status === 'active') active += 1
  return active < MAX_ACTIVE ? undefined : rejections.gttsFull(MAX_ACTIVE)
}

function checkActive(gtt: GttState | undefined): OrderRejection | undefined {
  if (gtt === undefined) return rejections.unknownTrigger()
  return gtt.status === 'active' ? undefined : rejections.gttEnded(gtt.status)
}

function refuse(
  context: ExchangeContext,
  account: AccountState,
  call: Call,
  triggerId: number | null,
  refusal: OrderRejection,
  now: EpochMs,
): GttOutcome {
  log(context, now, account.accountId, { type: 'gtt_refused', call, triggerId, refusal })
  return { ok: false, refusal }
}
