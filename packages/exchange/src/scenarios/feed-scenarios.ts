import { MARKET_BLOCK_AGENT } from '@strikewise/signals/registry/definitions/market-block-agent.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { NamedScenario } from './named-scenario.ts'

const DAY = istDate('2026-09-09')
const at = (hour: number, minute: number, second = 0): EpochMs => istInstant(DAY, hour, minute, second)

/** Scenarios of the feed: the market is well, what is seen of it is not. */
export const FEED_SCENARIOS: readonly NamedScenario[] = [
  {
    name: 'frozen-feed',
    title: 'From 11:00 on nothing comes for two minutes, then all is well again',
    seed: 'frozen feed',
    startsAt: at(10, 57),
    isOfItsDay: false,
    faults: [],
    steps: [{ at: at(11, 0), command: { kind: 'freeze_feed', durationMs: 2 * MINUTE_MS } }],
    expected: [
      { kind: 'not_blocked', at: at(10, 59), code: 'feed_stale' },
      { kind: 'agent', at: at(11, 0, 30), agent: MARKET_BLOCK_AGENT.name, bias: 'blocked', reason: 'feed_stale' },
      { kind: 'agent', at: at(11, 1, 30), agent: MARKET_BLOCK_AGENT.name, bias: 'blocked', reason: 'chain_stale' },
      { kind: 'stays_out', at: at(11, 1), code: 'feed_stale' },
      { kind: 'not_blocked', at: at(11, 4), code: 'feed_stale' },
    ],
  },
  {
    name: 'missing-minutes',
    title: 'From 11:00 on the index is silent for five minutes; options and futures trade on',
    seed: 'missing minutes',
    startsAt: at(10, 57),
    isOfItsDay: false,
    faults: [],
    steps: [{ at: at(11, 0), command: { kind: 'silent_index', durationMs: 5 * MINUTE_MS } }],
    expected: [
      { kind: 'not_blocked', at: at(10, 59), code: 'missing_minutes' },
      { kind: 'agent', at: at(11, 4, 30), agent: MARKET_BLOCK_AGENT.name, bias: 'blocked', reason: 'missing_minutes' },
      { kind: 'stays_out', at: at(11, 5), code: 'missing_minutes' },
      { kind: 'stays_out', at: at(11, 5), code: 'coverage_low' },
    ],
  },
  {
    name: 'crossed-chain',
    title: 'From 11:00 on some options show a bid above their ask, for ten minutes',
    seed: 'crossed chain',
    startsAt: at(10, 57),
    isOfItsDay: false,
    faults: [],
    steps: [{ at: at(11, 0), command: { kind: 'crossed_chain', durationMs: 10 * MINUTE_MS } }],
    expected: [
      { kind: 'not_blocked', at: at(10, 59), code: 'data_integrity' },
      { kind: 'agent', at: at(11, 1), agent: MARKET_BLOCK_AGENT.name, bias: 'blocked', reason: 'data_integrity' },
      { kind: 'stays_out', at: at(11, 2), code: 'data_integrity' },
    ],
  },
]
