import { DECIDING_AGENTS, SHADOW_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { describe, expect, it } from 'vitest'
import { SOLD_AGENTS } from './policy.ts'

describe('what the plans sell', () => {
  it('is the agents that decide and no others', () =>
    expect(SOLD_AGENTS).toEqual(DECIDING_AGENTS.map(({ name }) => name)))

  it('has no shadow agent', () => {
    for (const { name } of SHADOW_AGENTS) expect(SOLD_AGENTS).not.toContain(name)
  })
})
