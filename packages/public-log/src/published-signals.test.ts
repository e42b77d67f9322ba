import { AGENT_NAMES } from '@strikewise/signals/registry/registry.ts'
import { describe, expect, it } from 'vitest'
import type { AgentSignal, SignalSet } from '@strikewise/signals/agents/signal.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { PublishedSignals } from './published-signals.ts'

const at = istInstant(istDate('2026-11-20'), 10, 0)
const below = (forward: number) => ({ code: 'chain.walls.resistance', forward, resistance: 24_900 })
const above = (forward: number) => ({ code: 'chain.walls.support', forward, support: 24_900 })
const signal: AgentSignal = {
  bias: 'bullish',
  strength: 0.5,
  asOf: '2026-11-20T10:00:00+05:30',
  validUntil: '2026-11-20T10:05:30+05:30',
  stale: false,
  reasons: [{ code: 'walls', message: above(25_000.5), value: 25_000.5, effect: 0.5 }],
  inputs: [],
  version: '1',
  configHash: 'c',
  meta: { bias: 'bullish', symbol: 'NIFTY', components: { forward: 25_000.5 } },
}
const all = Object.fromEntries(AGENT_NAMES.map((agent) => [agent, signal])) as SignalSet
const withChain = (change: Partial<AgentSignal>): SignalSet => ({
  ...all,
  option_chain_signal: { ...signal, ...change },
})

function onRecord(): PublishedSignals {
  const published = new PublishedSignals('NIFTY')
  published.recorded(published.newIn(all, at))
  return published
}

describe('what the agents report', () => {
  it('is all new at first, and may not be shown before it is on record', () => {
    const published = new PublishedSignals('NIFTY')
    expect(published.newIn(all, at).map(({ agent }) => agent)).toEqual(AGENT_NAMES)
    expect(published.shown(all)).toBeUndefined()
    expect(onRecord().newIn(all, at)).toEqual([])
    expect(onRecord().shown(all)).toEqual(all)
  })

  it.each<[what: string, change: Partial<AgentSignal>]>([
    ['the bias', { bias: 'bearish' }],
    ['a percent of strength', { strength: 0.51 }],
    ['being stale', { stale: true }],
    ['the regime', { meta: { ...signal.meta, regime: 'range' } }],
    ['the end of a block', { meta: { ...signal.meta, until: '2026-11-20T10:15:00+05:30' } }],
    ['the message of a reason', { reasons: [{ ...signal.reasons[0]!, message: below(25_000.5) }] }],
    ['the sign of a figure', { reasons: [{ ...signal.reasons[0]!, message: above(-25_000.5) }] }],
    ['the effect of a reason', { reasons: [{ ...signal.reasons[0]!, effect: 0.49 }] }],
    [
      'a further reason',
      { reasons: [...signal.reasons, { code: 'skew', message: { code: 'chain.skew.unknown' }, effect: 0 }] },
    ],
  ])('changes with %s', (_what, change) => {
    const published = onRecord()
    const now = withChain(change)
    expect(published.shown(now)).toBeUndefined()
    const statements = published.newIn(now, at)
    expect(statements).toEqual([
      { v: 2, kind: 'signal', at, symbol: 'NIFTY', agent: 'option_chain_signal', signal: { ...signal, ...change } },
    ])
    published.recorded(statements)
    expect(published.shown(now)).toEqual(now)
  })

  it('does not change with a figure of a message: shown is what is on record, with the current instants', () => {
    const reasons = [{ ...signal.reasons[0]!, message: above(25_003.1), effect: 0.5004 }]
    const later = { asOf: '2026-11-20T10:00:01+05:30', validUntil: '2026-11-20T10:05:31+05:30' }
    const meta = { ...signal.meta, components: { forward: 25_003.1 } }
    const published = onRecord()
    const now = withChain({ reasons, strength: 0.5004, meta, ...later })
    expect(published.newIn(now, at)).toEqual([])
    expect(published.shown(now)?.option_chain_signal).toEqual({ ...signal, meta, ...later })
  })

  it('leaves out a figure that is not known', () => {
    const [statement] = onRecord().newIn(
      withChain({
        bias: 'neutral',
        reasons: [{ ...signal.reasons[0]!, value: Number.NaN }],
        meta: { ...signal.meta, components: { forward: Number.NaN, pcr: 0.8 } },
      }),
      at,
    )
    expect(statement?.signal.meta.components).toEqual({ pcr: 0.8 })
    expect(statement?.signal.reasons).toEqual([{ code: 'walls', message: above(25_000.5), effect: 0.5 }])
  })
})
