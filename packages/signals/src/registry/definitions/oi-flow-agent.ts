import type { Ratio } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'
import { OPTION_CHAIN_AGENT, type ChainParams } from './option-chain-agent.ts'

/** Numbers of the open-interest flow agent. */
export interface OiFlowParams {
  /** Minutes over which open interest and prices are compared; the chain stores as many. */
  readonly windowMinutes: number
  /** Strikes on each side of the money that are read. */
  readonly nearStrikes: number
  /** Share of the open interest of these strikes that must have changed for full strength: the usual one (chain agent). */
  readonly fullTurnover: ChainParams['grossReference']
  /** Least changes of price and open interest that are read (chain agent). */
  readonly buildUp: ChainParams['buildUp']
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type OiFlowCode = 'chain_missing' | 'warm_up' | 'no_flow' | 'balanced' | 'flow_bullish' | 'flow_bearish'

/** What its reasons report. */
export type OiFlowReason =
  | { readonly code: 'oi_change.chain_missing' }
  | { readonly code: 'oi_change.warm_up'; readonly minutes: number }
  | { readonly code: 'oi_change.none'; readonly minutes: number }
  | { readonly code: 'oi_change.balanced'; readonly minutes: number }
  | {
      readonly code: 'oi_change.net'
      readonly direction: 'bullish' | 'bearish'
      readonly minutes: number
      /** Units whose change supports a rise, and a fall. */
      readonly bullish: number
      readonly bearish: number
      /** Share of the open interest that changed. */
      readonly turnover: Ratio
    }

const { grossReference, buildUp } = OPTION_CHAIN_AGENT.params
const params: OiFlowParams = { windowMinutes: 15, nearStrikes: 5, fullTurnover: grossReference, buildUp }

/** Whether positions are opened or closed where prices move, strike by strike. On trial before it may vote. */
export const OI_FLOW_AGENT = {
  name: 'oi_flow',
  title: 'OI flow',
  about: 'Change of open interest by strike, with the price of each contract',
  reads: 'minutes_and_chain',
  ttl: 'oneMinuteMs',
  role: { kind: 'shadow' },
  offer: null,
  paramsKey: 'oiFlow',
  params,
} as const satisfies AgentDefinition
