import type { BlockRule } from '@strikewise/signals/agents/market-block-signal.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { AgentInput, AgentSignal, Reason } from '@strikewise/signals/agents/signal.ts'
import type { DecisionInputs } from '@strikewise/signals/decision/decision-inputs.ts'
import type { Decision, NoTrade } from '@strikewise/signals/decision/decision.ts'
import type { StrikeChoice } from '@strikewise/signals/decision/entry-plan.ts'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { DecisionEntryBody, SignalEntryBody } from './entry-bodies.ts'

/*
 * Entries of version 1 of the public log, which stay verifiable for ever: their hashes are of the text as it was written. They
 * hold English sentences where version 2 holds messages. Rows of the decisions of that time have the same shape.
 */

/** A reason of version 1: an English sentence in place of a code with figures. */
type ReasonV1 = Omit<Reason, 'message'> & { readonly text: string }
type InputV1 = Omit<AgentSignal['inputs'][number], 'input'> & { readonly name: string }

/** An agent's entry. */
export interface SignalEntryBodyV1 extends Omit<SignalEntryBody, 'v' | 'signal'> {
  readonly v?: never
  readonly signal: Omit<AgentSignal, 'reasons' | 'inputs'> & {
    readonly reasons: readonly ReasonV1[]
    readonly inputs: readonly InputV1[]
  }
}

/** A decision, in an entry and in its row. */
export interface DecisionV1 extends Omit<Decision, 'noTrade' | 'flips'> {
  readonly noTrade: readonly (Pick<NoTrade, 'code'> & { readonly text: string })[]
  readonly flips: readonly string[]
}

type StrikeV1 =
  | Extract<StrikeChoice, { readonly found: true }>
  | Omit<Extract<StrikeChoice, { readonly found: false }>, 'limits'>

interface InputsV1 extends Omit<DecisionInputs, 'block' | 'spike' | 'strike'> {
  readonly block: {
    readonly stale: boolean
    readonly rules: readonly (Pick<NoTrade, 'code'> & { readonly text: string })[]
  }
  readonly spike: Omit<DecisionInputs['spike'], 'pauseMs'>
  readonly strike: StrikeV1 | null
}

/** A decision's entry. */
export interface DecisionEntryBodyV1 extends Omit<DecisionEntryBody, 'v' | 'decision' | 'inputs'> {
  readonly v?: never
  readonly decision: DecisionV1
  readonly inputs: InputsV1
}

/** Names that version 1 gave to what agents read. */
const INPUT_OF_NAME: Readonly<Record<string, AgentInput>> = {
  'five-minute bars': 'five_minute_bars',
  'one-minute bars': 'one_minute_bars',
  'option chain': 'option_chain',
  'FII and DII figures': 'flows',
  'calendar, clock, feed and market': 'market',
}

/** The signal of an entry of any version. Sentences of version 1 stay as they were written. */
export function recordedSignal(body: SignalEntryBody | SignalEntryBodyV1): AgentSignal {
  if (body.v === 2) return body.signal
  const { signal } = body
  return {
    ...signal,
    reasons: signal.reasons.map(({ text, ...reason }) => ({ ...reason, message: legacyText(text) })),
    inputs: signal.inputs.map(({ name, ...input }) => ({ ...input, input: INPUT_OF_NAME[name] ?? 'market' })),
  }
}

/** A reason against an entry as a decision of any version holds it. */
export type RecordedReason = Decision['noTrade'][number] | DecisionV1['noTrade'][number]

/** The reason with its message. A sentence of version 1 stays as it was written. */
export function recordedReason(reason: RecordedReason): Decision['noTrade'][number] {
  return 'text' in reason ? { code: reason.code, message: legacyText(reason.text) } : reason
}

/** A decision of any version. Sentences of version 1 stay as they were written. */
export function recordedDecision(decision: Decision | DecisionV1): Decision {
  return {
    ...decision,
    noTrade: decision.noTrade.map(recordedReason),
    flips: decision.flips.map((flip) => (typeof flip === 'string' ? legacyText(flip) : flip)),
  }
}

/**
 * Inputs of version 1 as the engine reads them now. What they lack are figures that messages alone hold: what the engine
 * decides from them is the same.
 */
export function inputsOfVersion1({ block, spike, strike, ...inputs }: InputsV1): DecisionInputs {
  const { pauseMs } = SIGNAL_PARAMS.spike
  return {
    ...inputs,
    block: {
      stale: block.stale,
      // The engine passes a rule's message on and decides by its code. No rule has a sentence, which the type shows.
      rules: block.rules.map(({ code, text }) => ({ code, message: legacyText(text) }) as unknown as BlockRule),
    },
    spike: { ...spike, pauseMs },
    strike: strike === null || strike.found ? strike : { ...strike, limits: SIGNAL_PARAMS.entry },
  }
}
