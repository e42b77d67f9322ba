import { describe, expect, it } from 'vitest'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AgentOutput, AgentExplanation, SignalContext } from './agent-output.ts'
import { GuardedAgent } from './guarded-agent.ts'

const at = istInstant(istDate('2026-11-20'), 10)
const later = (ms: number) => (at + ms) as EpochMs
const context: SignalContext = { symbol: 'NIFTY', source: 'recorded', version: '1', configHash: 'c' }

class Stub implements AgentOutput {
  bias = 'bullish' as const
  strength = 0.6
  asOf = at
  explanation(): AgentExplanation {
    return { inputs: [], reasons: [{ code: 'because', message: { code: 'test.because' }, effect: 0.6 }] }
  }
}

describe('an agent under guard', () => {
  it('speaks while its input is young enough, and keeps its reasons when it is stale', () => {
    const guarded = new GuardedAgent(new Stub(), 90_000)
    expect(guarded.signal(later(90_000), false, context)).toMatchObject({
      bias: 'bullish',
      strength: 0.6,
      stale: false,
    })
    const stale = guarded.signal(later(90_001), false, context)
    expect(stale).toMatchObject({ bias: 'neutral', strength: 0, stale: true, reasons: [{ code: 'because' }] })
    expect(guarded.signal(at, true, context).stale).toBe(true)
  })

  it('is neutral with reason `error` after it threw, and speaks again at its next good input', () => {
    const guarded = new GuardedAgent(new Stub(), 90_000)
    guarded.update(() => {
      throw new Error('a bad row')
    })
    expect(guarded.failure).toBe('a bad row')
    expect(guarded.signal(at, false, context)).toMatchObject({
      bias: 'neutral',
      strength: 0,
      stale: true,
      reasons: [{ code: 'error' }],
    })
    guarded.update(() => undefined)
    expect(guarded.signal(at, false, context)).toMatchObject({ bias: 'bullish', stale: false })
  })

  it.each<[what: string, change: Partial<AgentOutput & { explanation(): AgentExplanation }>]>([
    ['a strength that is no number', { strength: Number.NaN }],
    ['a strength above 1', { strength: 1.5 }],
  ])('fails with %s: it must not vote', (_what, change) => {
    const guarded = new GuardedAgent(Object.assign(new Stub(), change), 90_000)
    guarded.update(() => undefined)
    expect(guarded.isStale(at, false)).toBe(true)
    expect(guarded.signal(at, false, context)).toMatchObject({ strength: 0, stale: true, reasons: [{ code: 'error' }] })
  })

  const withFigure = (x: unknown) => ({ code: 'a', x })
  const saying = (explanation: Partial<AgentExplanation>) => () => ({ inputs: [], reasons: [], ...explanation })
  it.each<[what: string, explanation: () => AgentExplanation]>([
    [
      'a figure of a message that is no number',
      saying({ reasons: [{ code: 'a', message: withFigure(Number.NaN), effect: 0 }] }),
    ],
    [
      'such a figure in a message of a message',
      saying({ reasons: [{ code: 'a', message: withFigure([{ code: 'b', x: Number.NaN }]), effect: 0 }] }),
    ],
    ['a figure that is missing', saying({ reasons: [{ code: 'a', message: withFigure(undefined), effect: 0 }] })],
    [
      'a value that is none',
      saying({ reasons: [{ code: 'a', message: { code: 'a' }, effect: 0, value: Number.NaN }] }),
    ],
    ['an endless component', saying({ components: { a: Number.POSITIVE_INFINITY } })],
    [
      'an explanation that fails',
      () => {
        throw new Error('no words')
      },
    ],
  ])('is served as failed with %s, and decides as before', (_what, explanation) => {
    const guarded = new GuardedAgent(Object.assign(new Stub(), { explanation }), 90_000)
    guarded.update(() => undefined)
    expect(guarded.signal(at, false, context)).toMatchObject({
      bias: 'neutral',
      strength: 0,
      stale: true,
      reasons: [{ code: 'error' }],
    })
    expect(guarded.isStale(at, false)).toBe(false)
  })
})
