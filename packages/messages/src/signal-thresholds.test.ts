import { FiveMinuteIndicators } from '@strikewise/signals/agents/five-minute-indicators.ts'
import { IndicatorSignal } from '@strikewise/signals/agents/indicator-signal.ts'
import { SIGNAL_PARAMS, type SignalParams } from '@strikewise/signals/registry/params.ts'
import { SidewaysSignal } from '@strikewise/signals/agents/sideways-signal.ts'
import { SpikeSignal } from '@strikewise/signals/agents/spike-signal.ts'
import { byVoter } from '@strikewise/signals/registry/registry.ts'
import { DecisionEngine, type Evaluation } from '@strikewise/signals/decision/engine.ts'
import { strikeReason } from '@strikewise/signals/decision/strike-reason.ts'
import { LANGUAGES } from '@strikewise/domain/text/language.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import type { Message } from './message.ts'
import { rendererOf } from './node.ts'

const barEnd = istInstant(istDate('2026-11-20'), 10, 42)
const fiveMinute = new FiveMinuteIndicators(12)
const REFUSALS = { inRange: 0, price: 0, spread: 0, quantity: 0, interest: 0, volume: 0, old: 0 }

/** What a neutral minute without a trade shows; `strength` of each voter. */
function against(params: SignalParams, strength: number, change: Partial<Evaluation> = {}): Message[] {
  const { noTrade, flips } = new DecisionEngine('NIFTY', params.engine, 'ab'.repeat(32)).evaluate({
    barEnd,
    votes: byVoter(() => ({ reading: { bias: 'bullish', strength, asOf: barEnd }, stale: false })),
    block: { stale: false, rules: [] },
    regime: { stale: false, regime: 'transition' },
    spike: { paused: false, l: 0, pauseMs: params.spike.pauseMs },
    spot: 2_500_000 as Paise,
    atr5: 2000 as Paise,
    chooseStrike: () => ({ found: false, ivTooHigh: false, refusals: REFUSALS, limits: params.entry }),
    ...change,
  })
  return [...noTrade.map(({ message }) => message), ...flips]
}

const messagesBy = (agent: { explanation(): { reasons: readonly { message: unknown }[] } }): Message[] =>
  agent.explanation().reasons.map(({ message }) => message as Message)
const strike = (params: SignalParams, change: object): Message[] => [
  strikeReason({ found: false, ivTooHigh: false, refusals: REFUSALS, limits: params.entry, ...change }, 'up').message,
]

const withPart = <P extends keyof SignalParams>(part: P, change: Partial<SignalParams[P]>): SignalParams => ({
  ...SIGNAL_PARAMS,
  [part]: { ...SIGNAL_PARAMS[part], ...change },
})

/** A number that texts name: the parameters with another one, how it is shown then, and the rule that names it. */
it.each<[what: string, params: SignalParams, figure: RegExp, messagesOf: (params: SignalParams) => Message[]]>([
  [
    'warm-up of the indicators',
    withPart('indicator', { warmUpBars: 77 }),
    /\b77\b/,
    (p) => messagesBy(new IndicatorSignal(p.indicator, fiveMinute)),
  ],
  [
    'warm-up of the range filter',
    withPart('sideways', { warmUpBars: 77 }),
    /\b77\b/,
    (p) => messagesBy(new SidewaysSignal(p.sideways, fiveMinute)),
  ],
  [
    'pairs of the spike agent',
    withPart('spike', { minPairs: 77 }),
    /\b77\b/,
    (p) => messagesBy(new SpikeSignal(p.spike, undefined)),
  ],
  ['score of an entry', withPart('engine', { enter: 0.57 }), /0\.57/, (p) => against(p, 0.1)],
  ['minutes a score must hold', withPart('engine', { evaluations: 8 }), /\b7\b/, (p) => against(p, 0.9)],
  [
    'coverage',
    withPart('engine', { minCoverage: 0.87 }),
    /0\.87/,
    (p) =>
      against(p, 0, {
        votes: byVoter(() => ({ reading: { bias: 'neutral', strength: 0, asOf: 0 as EpochMs }, stale: true })),
      }),
  ],
  [
    'pause after a jump',
    withPart('spike', { pauseMs: 77_000 }),
    /\b77\b/,
    (p) => against(p, 0.1, { spike: { paused: true, l: 0, pauseMs: p.spike.pauseMs } }),
  ],
  ['delta of a contract', withPart('entry', { deltaMin: 0.37 }), /0\.37/, (p) => strike(p, {})],
  ['percentile of volatility', withPart('entry', { ivPercentile: 0.77 }), /77%/, (p) => strike(p, { ivTooHigh: true })],
  [
    'premium of a contract',
    withPart('entry', { midMax: 777 }),
    /777/,
    (p) => strike(p, { refusals: { ...REFUSALS, inRange: 1, price: 1 } }),
  ],
])('the texts name the %s that the rule has, in both languages', (_what, params, figure, messagesOf) => {
  for (const language of LANGUAGES) {
    const texts = (of: SignalParams) => messagesOf(of).map(rendererOf(language).text).join(' ')
    expect(texts(params)).toMatch(figure)
    expect(texts(SIGNAL_PARAMS)).not.toMatch(figure)
  }
})
