import { SHADOW_AGENTS } from '@strikewise/signals/registry/registry.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import type { SignalsReply } from '@strikewise/wire/market.ts'

/** What one agent on trial reports of one index. */
export type ShadowSignal = CallReply<'operatorShadowAgents'>['agents'][number]

/** Of everything the agents report of an index: the part that no decision counts. */
export function shadowSignalsOf(signals: SignalsReply): ShadowSignal[] {
  return SHADOW_AGENTS.flatMap(({ name }) => {
    const signal = signals[name]
    return signal === undefined ? [] : [{ agent: name, symbol: signal.meta.symbol, signal }]
  })
}
