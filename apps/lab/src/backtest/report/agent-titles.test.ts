import { DAY_MOMENTUM_AGENT } from '@strikewise/signals/registry/definitions/day-momentum-agent.ts'
import { SHADOW_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { expect, it } from 'vitest'
import { AGENT_TITLES, WITHOUT_VOTE } from './agent-titles.ts'

it('names an agent on trial as one that does not vote, and why', () => {
  expect(AGENT_TITLES[DAY_MOMENTUM_AGENT.name]).toBe('Day momentum (not voting)')
  expect(AGENT_TITLES.candle_signal).toBe('Candles')
  expect(WITHOUT_VOTE).toEqual({
    sideways_detector_signal: 'no vote: it can only forbid',
    market_block_signal: 'no vote: it can only forbid',
    ...Object.fromEntries(SHADOW_AGENTS.map(({ name }) => [name, 'not voting: on trial, no decision counts it'])),
  })
})
