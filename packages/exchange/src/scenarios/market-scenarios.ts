import { INDICATOR_AGENT } from '@strikewise/signals/registry/definitions/indicator-agent.ts'
import { MARKET_BLOCK_AGENT } from '@strikewise/signals/registry/definitions/market-block-agent.ts'
import { SIDEWAYS_AGENT } from '@strikewise/signals/registry/definitions/sideways-agent.ts'
import { SPIKE_AGENT } from '@strikewise/signals/registry/definitions/spike-agent.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { NamedScenario } from './named-scenario.ts'

/** A Wednesday without expiry, event or US decision the night before. */
const ORDINARY = istDate('2026-09-09')
/** NIFTY's weekly options expire on this Tuesday. */
const EXPIRY = istDate('2026-09-15')
/** The Reserve Bank announces at 10:00. */
const RBI = istDate('2026-02-06')

const at = (hour: number, minute = 0, day = ORDINARY): EpochMs => istInstant(day, hour, minute)
/** Right before the open: what is ordered now moves the first print. */
const beforeOpen = (day = ORDINARY): EpochMs => (istInstant(day, 9, 15) - 500) as EpochMs
const WHOLE_DAY_MS = 6 * 60 * MINUTE_MS

/** Scenarios of prices: how the day goes. */
export const MARKET_SCENARIOS: readonly NamedScenario[] = [
  {
    name: 'trend-day',
    title: 'The index rises from the open to the close',
    seed: 'trend day',
    startsAt: at(10, 30),
    isOfItsDay: false,
    faults: [],
    steps: [
      {
        at: beforeOpen(),
        command: { kind: 'trend', direction: 'up', durationMs: WHOLE_DAY_MS, sigmasPer15Min: 2.5 },
      },
    ],
    expected: [
      { kind: 'agent', at: at(10, 41), agent: SIDEWAYS_AGENT.name, bias: 'bullish', reason: 'trend_up' },
      { kind: 'agent', at: at(10, 41), agent: INDICATOR_AGENT.name, bias: 'bullish' },
      { kind: 'not_blocked', at: at(10, 41), code: 'regime_range' },
    ],
  },
  {
    name: 'range-day',
    title: 'The index stays where it opened',
    seed: 'range day',
    startsAt: at(11),
    isOfItsDay: false,
    faults: [],
    steps: [{ at: beforeOpen(), command: { kind: 'chop', durationMs: WHOLE_DAY_MS } }],
    expected: [
      { kind: 'agent', at: at(11, 6), agent: SIDEWAYS_AGENT.name, bias: 'neutral', reason: 'range' },
      { kind: 'stays_out', at: at(11, 6), code: 'regime_range' },
    ],
  },
  {
    name: 'spike-up',
    title: 'The index jumps by 0.6 % within twenty seconds at 11:00',
    seed: 'spike day',
    startsAt: at(10, 57),
    isOfItsDay: false,
    faults: [],
    steps: [{ at: at(11), command: { kind: 'spike', pct: 0.6 } }],
    expected: [
      { kind: 'agent', at: at(10, 59), agent: SPIKE_AGENT.name, bias: 'neutral', reason: 'no_spike' },
      {
        kind: 'agent',
        at: (at(11, 1) + 3_000) as EpochMs,
        agent: SPIKE_AGENT.name,
        bias: 'bullish',
        reason: 'spike_up',
      },
      { kind: 'stays_out', at: at(11, 1), code: 'spike_pause' },
    ],
  },
  {
    name: 'spike-down',
    title: 'The index drops by 0.6 % within twenty seconds at 11:00',
    seed: 'spike day',
    startsAt: at(10, 57),
    isOfItsDay: false,
    faults: [],
    steps: [{ at: at(11), command: { kind: 'spike', pct: -0.6 } }],
    expected: [
      { kind: 'agent', at: at(10, 59), agent: SPIKE_AGENT.name, bias: 'neutral', reason: 'no_spike' },
      {
        kind: 'agent',
        at: (at(11, 1) + 3_000) as EpochMs,
        agent: SPIKE_AGENT.name,
        bias: 'bearish',
        reason: 'spike_down',
      },
      { kind: 'stays_out', at: at(11, 1), code: 'spike_pause' },
    ],
  },
  {
    name: 'gap',
    title: 'The index opens 1.6 % below the last close',
    seed: 'a gap',
    startsAt: at(9, 14),
    isOfItsDay: false,
    faults: [],
    steps: [{ at: beforeOpen(), command: { kind: 'gap', pct: -1.6 } }],
    expected: [
      { kind: 'agent', at: at(9, 31), agent: MARKET_BLOCK_AGENT.name, bias: 'blocked', reason: 'gap_open' },
      { kind: 'stays_out', at: at(9, 32), code: 'gap_open' },
      { kind: 'not_blocked', at: at(9, 46), code: 'gap_open' },
    ],
  },
  {
    name: 'expiry-day',
    title: "NIFTY's near options expire: no new entry from 13:30",
    seed: 'expiry day',
    startsAt: at(13, 26, EXPIRY),
    isOfItsDay: true,
    faults: [],
    steps: [],
    expected: [
      { kind: 'not_blocked', at: at(13, 28, EXPIRY), code: 'expiry_day_cutoff' },
      {
        kind: 'agent',
        at: at(13, 31, EXPIRY),
        agent: MARKET_BLOCK_AGENT.name,
        bias: 'blocked',
        reason: 'expiry_day_cutoff',
      },
      { kind: 'stays_out', at: at(13, 31, EXPIRY), code: 'expiry_day_cutoff' },
    ],
  },
  {
    name: 'event-day',
    title: 'The Reserve Bank announces at 10:00, and the index moves with it',
    seed: 'event day',
    startsAt: at(9, 42, RBI),
    isOfItsDay: true,
    faults: [],
    steps: [{ at: at(10, 0, RBI), command: { kind: 'volatility', factor: 2.5, durationMs: 20 * MINUTE_MS } }],
    expected: [
      { kind: 'not_blocked', at: at(9, 44, RBI), code: 'scheduled_event' },
      { kind: 'stays_out', at: at(9, 47, RBI), code: 'scheduled_event' },
      { kind: 'agent', at: at(10, 1, RBI), agent: MARKET_BLOCK_AGENT.name, bias: 'blocked', reason: 'scheduled_event' },
    ],
  },
  {
    name: 'breaker-day',
    title: 'The index falls by a tenth at 11:00: trading halts for 45 minutes',
    seed: 'breaker day',
    startsAt: at(10, 57),
    isOfItsDay: false,
    faults: [],
    steps: [
      { at: at(11), command: { kind: 'spike', pct: -10.5, overMs: 60_000 } },
      { at: (at(11, 1) + 5_000) as EpochMs, command: { kind: 'halt', durationMs: 45 * MINUTE_MS } },
    ],
    expected: [
      { kind: 'not_blocked', at: at(10, 59), code: 'mwcb_near' },
      { kind: 'agent', at: at(11, 2), agent: MARKET_BLOCK_AGENT.name, bias: 'blocked', reason: 'mwcb_near' },
      { kind: 'agent', at: at(11, 2), agent: MARKET_BLOCK_AGENT.name, bias: 'blocked', reason: 'mwcb_halt' },
      { kind: 'stays_out', at: at(11, 3), code: 'mwcb_halt' },
    ],
  },
]
