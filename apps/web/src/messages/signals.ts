import agent from '@strikewise/messages/catalogue/en/agent.json'
import candle from '@strikewise/messages/catalogue/en/candle.json'
import flip from '@strikewise/messages/catalogue/en/flip.json'
import flows from '@strikewise/messages/catalogue/en/flows.json'
import indicator from '@strikewise/messages/catalogue/en/indicator.json'
import labels from '@strikewise/messages/catalogue/en/labels-trading.json'
import noTrade from '@strikewise/messages/catalogue/en/no-trade.json'
import optionChain from '@strikewise/messages/catalogue/en/option-chain.json'
import rangeFilter from '@strikewise/messages/catalogue/en/range-filter.json'
import spike from '@strikewise/messages/catalogue/en/spike.json'
import type { CandleNote } from '@strikewise/signals/registry/definitions/candle-agent.ts'
import type { ChainLeg } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import type { Bias } from '@strikewise/signals/agents/signal.ts'
import type { AgentReason } from '@strikewise/signals/agents/implementations.ts'
import { AGENTS } from '@strikewise/signals/registry/registry.ts'
import type { Flip } from '@strikewise/signals/decision/flip.ts'
import type { NoTradeReason, StrikeRefusal } from '@strikewise/signals/agents/no-trade-reason.ts'
import { agentUnits } from '@strikewise/messages/units/agent.ts'
import { candleUnits } from '@strikewise/messages/units/candle.ts'
import { flipUnits } from '@strikewise/messages/units/flip.ts'
import { flowsUnits } from '@strikewise/messages/units/flows.ts'
import { indicatorUnits } from '@strikewise/messages/units/indicator.ts'
import { noTradeUnits } from '@strikewise/messages/units/no-trade.ts'
import { optionChainUnits } from '@strikewise/messages/units/option-chain.ts'
import { rangeFilterUnits } from '@strikewise/messages/units/range-filter.ts'
import { spikeUnits } from '@strikewise/messages/units/spike.ts'
import type { BasicIndicator } from '@strikewise/wire/basic-indicator.ts'
import type { MessageBody } from '@strikewise/wire/message.ts'
import { labelSet, messageFamily } from '../lib/message-family.ts'
import { receivedText } from '../lib/received-text.ts'

/** English names of agents are those of their definitions; a list of one is a compiled text, as the catalogues are. */
const agentNames = Object.fromEntries(
  AGENTS.map(({ name, title }) => [`label.agent.${name}`, [title] as unknown as string]),
)

messageFamily<AgentReason | CandleNote | ChainLeg | NoTradeReason | StrikeRefusal | Flip>(
  {
    ...agentUnits,
    ...candleUnits,
    ...flipUnits,
    ...flowsUnits,
    ...indicatorUnits,
    ...noTradeUnits,
    ...optionChainUnits,
    ...rangeFilterUnits,
    ...spikeUnits,
  },
  agent,
  candle,
  flip,
  flows,
  indicator,
  noTrade,
  optionChain,
  rangeFilter,
  spike,
  agentNames,
)

/** Names of what a signal shows beside its reasons. */
export const biasText = labelSet('bias', labels)
const isBias = (bias: string): bias is Bias => Object.hasOwn(labels, `label.bias.${bias}`)
/** A bias by itself, with a capital letter; one of a later version of the server is shown as it came. */
export function biasName(bias: string): string {
  const text = isBias(bias) ? biasText(bias) : bias
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
export const regimeText = labelSet('regime', labels)
export const inputText = labelSet('input', labels)
export const sourceText = labelSet('source', labels)

const indicatorOf = labelSet('basic_indicator', labels)
const isIndicator = (name: string): name is BasicIndicator => Object.hasOwn(labels, `label.basic_indicator.${name}`)

/** The name of a bare indicator value; one of a later version of the server is shown as it came. */
export const basicIndicatorText = (name: string): string => (isIndicator(name) ? indicatorOf(name) : name)

/** A text of an answer that many users share: English, with the message it shows. */
export interface SharedText {
  readonly text: string
  readonly message: MessageBody
}

/**
 * What agents and the engine show, in the language shown; undefined where it is known in English alone: a record from before
 * messages were data, or a message that this version of the app does not know.
 */
export const translatedText = ({ message }: SharedText): string | undefined => receivedText(message)

/** The same for a line that holds text only: English where there is no other. */
export const sharedText = (shared: SharedText): string => translatedText(shared) ?? shared.text
