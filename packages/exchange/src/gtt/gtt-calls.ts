import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../accounts/account-state.ts'
import { takeFault } from '../faults.ts'
import type { Refusal } from '../order-types.ts'
import { triggerIdFor } from '../orders/ids.ts'
import { refusals } from '../orders/refusals.ts'
import { refusedCall } from '../world/placing.ts'
import { log, type World } from '../world/world.ts'
import { checkGtt } from './gtt-checks.ts'
import type { GttState } from './gtt-state.ts'
import type { GttOutcome, GttRequest } from './gtt-types.ts'
import { endGtt, unwatch, watch } from './gtt-watch.ts'

/** An account may have this many active triggers (fact sheet §5). */
const MAX_ACTIVE = 250

type Call = 'place' | 'replace' | 'delete'

/** Takes or refuses a new trigger. Like every order call it counts against the account's limits. */
export function placeGtt(world: World, account: AccountState, request: GttRequest, now: EpochMs): GttOutcome {
  const checked = refusedCall(world, account, now) ?? checkRoom(account) ?? checkGtt(world, request, now, now)
  if ('errorType' in checked) return refuse(world, account, 'place', null, checked, now)
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
  log(world, now, account.accountId, { type: 'gtt_taken', triggerId: gtt.triggerId, request })
  watch(world, gtt)
  const doom = takeFault(world.state.faults, account.accountId, 'end_gtt')
  if (doom !== undefined) endGtt(world, gtt, doom.status, now)
  return { ok: true, triggerId: gtt.triggerId }
}

/** Replaces an active trigger whole: nothing of the old one is kept but its id and its age. */
export function replaceGtt(
  world: World,
  account: AccountState,
  triggerId: number,
  request: GttRequest,
  now: EpochMs,
): GttOutcome {
  const gtt = account.gtts.get(triggerId)
  const checked = refusedCall(world, account, now) ?? checkActive(gtt) ?? checkGtt(world, request, gtt!.createdAt, now)
  if ('errorType' in checked) return refuse(world, account, 'replace', triggerId, checked, now)
  unwatch(world, gtt!)
  gtt!.terms = checked
  gtt!.updatedAt = now
  watch(world, gtt!)
  log(world, now, account.accountId, { type: 'gtt_replaced', triggerId, request })
  return { ok: true, triggerId }
}

/** Ends an active trigger. Its row stays in the list for seven days. */
export function deleteGtt(world: World, account: AccountState, triggerId: number, now: EpochMs): GttOutcome {
  const gtt = account.gtts.get(triggerId)
  const refusal = refusedCall(world, account, now) ?? checkActive(gtt)
  if (refusal !== undefined) return refuse(world, account, 'delete', triggerId, refusal, now)
  endGtt(world, gtt!, 'deleted', now)
  return { ok: true, triggerId }
}

function checkRoom(account: AccountState): Refusal | undefined {
  let active = 0
  for (const gtt of account.gtts.values()) if (gtt.status === 'active') active += 1
  return active < MAX_ACTIVE ? undefined : refusals.gttsFull(MAX_ACTIVE)
}

function checkActive(gtt: GttState | undefined): Refusal | undefined {
  if (gtt === undefined) return refusals.unknownTrigger()
  return gtt.status === 'active' ? undefined : refusals.gttEnded(gtt.status)
}

function refuse(
  world: World,
  account: AccountState,
  call: Call,
  triggerId: number | null,
  refusal: Refusal,
  now: EpochMs,
): GttOutcome {
  log(world, now, account.accountId, { type: 'gtt_refused', call, triggerId, refusal })
  return { ok: false, refusal }
}
