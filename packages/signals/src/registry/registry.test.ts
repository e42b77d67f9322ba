// @invariant shadow-agents
import { describe, expect, it } from 'vitest'
import { configHash, signalHash } from './config-hash.ts'
import type { AgentDefinition } from './definition.ts'
import { CANDLE_AGENT } from './definitions/candle-agent.ts'
import { SIGNAL_PARAMS } from './params.ts'
import { AGENT_NAMES, AGENTS, SHADOW_AGENTS, VOTERS, VOTING_AGENTS } from './registry.ts'

const DEFINITIONS: readonly AgentDefinition[] = AGENTS

describe('the registry of agents', () => {
  it('keeps every name and parameter section unique', () => {
    expect(new Set(AGENT_NAMES).size).toBe(AGENTS.length)
    expect(new Set(DEFINITIONS.map(({ paramsKey }) => paramsKey)).size).toBe(AGENTS.length)
  })

  it('keeps each voter at the position that canonical bytes of recorded decisions hold', () => {
    expect(VOTERS.map((name) => [name, AGENT_NAMES.indexOf(name)])).toEqual([
      ['candle_signal', 0],
      ['indicator_signal', 1],
      ['option_chain_signal', 2],
      ['fii_dii_signal', 5],
      ['spike_signal', 6],
    ])
  })

  it('gives the voters all of the weight', () => {
    expect(VOTING_AGENTS.reduce((sum, { role }) => sum + role.weight, 0)).toBeCloseTo(1, 12)
    expect(SIGNAL_PARAMS.engine.weights).toEqual(Object.fromEntries(VOTING_AGENTS.map((a) => [a.name, a.role.weight])))
  })
})

describe('a shadow agent', () => {
  /** The hash of version 1.2.0 that stored decisions carry. */
  const DECISIONS_HASH = '097b4a110aa5c7ff43bdd540b070358aacda647bb50b599432716140d1c5b920'

  it('leaves the configuration hash of the decisions as it is', () =>
    expect(configHash(SIGNAL_PARAMS)).toBe(DECISIONS_HASH))

  it('has no vote, no weight, no parameters among those of the decisions and no offer', () => {
    for (const { name, paramsKey, offer } of SHADOW_AGENTS as readonly AgentDefinition[]) {
      expect(VOTERS).not.toContain(name)
      expect(Object.keys(SIGNAL_PARAMS.engine.weights)).not.toContain(name)
      expect(Object.keys(SIGNAL_PARAMS)).not.toContain(paramsKey)
      expect(offer).toBeNull()
    }
  })

  it('has a hash of its own numbers in its signals, and the deciding agents that of the decisions', () => {
    expect(signalHash(CANDLE_AGENT, DECISIONS_HASH)).toBe(DECISIONS_HASH)
    const shadow: AgentDefinition = { ...CANDLE_AGENT, role: { kind: 'shadow' }, offer: null }
    const own = signalHash(shadow, DECISIONS_HASH)
    expect(own).not.toBe(DECISIONS_HASH)
    expect(signalHash({ ...shadow, params: { bias: 0.5 } }, DECISIONS_HASH)).not.toBe(own)
  })
})
