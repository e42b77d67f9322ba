import type { AgentSignal, CodedMessage } from '@strikewise/signals/agents/signal.ts'
import type { Message } from '@strikewise/messages/message.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { split } from '@strikewise/messages/split.ts'
import type { SignalsReply } from '@strikewise/wire/market.ts'
import type { MessageBody } from '@strikewise/wire/message.ts'

/**
 * A message as answers hold it that many users share: its code and figures, and the English text. Agents and the engine emit
 * messages of `Message` alone: each type stands beside its rule and is a part of that union.
 */
export function sharedText(message: CodedMessage): { text: string; message: MessageBody } {
  const known = message as Message
  return { text: rendererOf('en').text(known), message: split(known) }
}

/** A signal as the API shows it. */
export function signalRow({ reasons, inputs, meta, ...signal }: AgentSignal): SignalsReply[string] {
  const { components, ...rest } = meta
  return {
    ...signal,
    reasons: reasons.map(({ message, ...reason }) => ({ ...reason, ...sharedText(message) })),
    inputs: inputs.map((input) => ({ ...input, name: rendererOf('en').label('input', input.input) })),
    meta: { ...rest, ...(components !== undefined && { components: { ...components } }) },
  }
}

/** The same of all agents, by name. */
export function signalRows(signals: Readonly<Record<string, AgentSignal>>): SignalsReply {
  return Object.fromEntries(Object.entries(signals).map(([agent, signal]) => [agent, signalRow(signal)]))
}
