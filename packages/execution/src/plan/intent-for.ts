import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import type { Call, Intent } from '../intent/intent.ts'
import { MAX_ATTEMPTS_SHOWN, tagOf } from '../intent/tag.ts'
import { asTaken } from '../order/immediate-orders.ts'
import type { Lease, Ports } from '../ports.ts'
import type { Step } from './steps.ts'
import type { Trade } from '../trade/trade.ts'

type CallStep = Extract<Step, { type: 'call' }>

/**
 * Writes out the intent of one call: born claimed, with the deadline until which it may start to leave. `patienceMs`: how
 * much longer that is while the store is late. Nothing leaves after the session's close, `closesAt`.
 */
export function intentFor(
  ports: Pick<Ports, 'clock' | 'ids'>,
  config: ExecutionConfig,
  lease: Lease,
  trade: Trade,
  earlier: readonly Intent[],
  step: CallStep,
  patienceMs: number,
  closesAt: number,
): Intent {
  const id = ports.ids.next('intent')
  const now = ports.clock.now()
  const attempt = earlier.filter((intent) => intent.kind === step.kind).length + 1
  return {
    id,
    accountId: trade.accountId,
    tradeId: trade.id,
    kind: step.kind,
    attempt,
    call: callFor(step, trade, id, attempt, config),
    reason: step.reason,
    on: trade.on,
    createdAt: now,
    epoch: lease.epoch,
    deadline: Math.min(now + config.claimMs + patienceMs, closesAt) as EpochMs,
    outcome: { state: 'sending' },
  }
}

function callFor({ kind, call }: CallStep, trade: Trade, id: string, attempt: number, config: ExecutionConfig): Call {
  if (call.type !== 'place') return call
  return {
    type: 'place',
    order: {
      // The id alone makes it unique; the attempt is included as far as it fits.
      tag: tagOf(kind, id, Math.min(attempt, MAX_ATTEMPTS_SHOWN)),
      tradingsymbol: trade.contract.tradingsymbol,
      side: call.side,
      product: trade.product,
      terms: asTaken(call.terms, config.broker),
      ...(trade.algoId === undefined ? {} : { algoId: trade.algoId }),
    },
  }
}
