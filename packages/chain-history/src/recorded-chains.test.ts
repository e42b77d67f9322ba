import { type OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { QuoteColumns, ROW_COLUMNS } from '@strikewise/signals/session-recording/quote-row.ts'
import type { RecordedEvent } from '@strikewise/signals/session-recording/recorded-day.ts'
import type { RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import { tableOf } from '@strikewise/signals/session-recording/replay-decisions.ts'
import { describe, expect, it } from 'vitest'
import { ASK, BID, CHAIN_VALUES, INTEREST, LTP } from './recorded-chain.ts'
import { recordedChains } from './recorded-chains.ts'

const DAY = istDate('2026-01-21')
const option = (token: number, strike: number, side: 'CE' | 'PE', expiry = '2026-01-27') =>
  ({ token, symbol: 'NIFTY', expiry: istDate(expiry), strike, side }) as unknown as OptionContract
const NEAR = [option(11, 25_000, 'CE'), option(12, 25_000, 'PE')]
const NEXT = [option(13, 25_000, 'CE', '2026-02-03')]
const TOKENS = [11, 12, 13]

const at = (hour: number, minute: number, second = 0) => istInstant(DAY, hour, minute, second)

function opening(when: EpochMs, source: RecordingHeader['source'] = 'live'): RecordedEvent {
  const none = { near: [], next: [], future: undefined }
  const pipelines = { NIFTY: { contracts: { ...none, near: NEAR, next: NEXT } }, BANKNIFTY: { contracts: none } }
  return {
    kind: 'opening',
    at: when,
    opening: { day: DAY, source, tokens: TOKENS, pipelines } as unknown as RecordingHeader,
  }
}

/** A frame that sets a contract's price, the best bid and ask beside it, and its open interest. */
function frame(when: EpochMs, token: number, price: number, interest: number): RecordedEvent {
  const table = tableOf({ tokens: TOKENS })
  const slot = table.slotOf(token)
  table.lastPrice[slot] = price
  table.bidPrice[slot * 5] = price - 5
  table.askPrice[slot * 5] = price + 5
  table.openInterest[slot] = interest
  const values = new Float64Array(ROW_COLUMNS)
  new QuoteColumns(table).copy(slot, values, 0)
  return { kind: 'frame', at: when, slots: Uint32Array.of(slot), values }
}

/** Each snapshot as its time and, by leg, price and open interest. */
function snapshotsOf(events: readonly RecordedEvent[]) {
  const chain = recordedChains(events).chains[0]!
  return chain.at.map((when, i) => ({
    at: when,
    rows: Object.fromEntries(
      Array.from({ length: chain.begins[i + 1]! - chain.begins[i]! }, (_, n) => {
        const row = chain.begins[i]! + n
        const { expiry, side } = chain.legs[chain.leg[row]!]!
        const value = (v: number) => chain.values[row * CHAIN_VALUES + v]
        return [`${expiry} ${side}`, [value(LTP), value(BID), value(ASK), value(INTEREST)]]
      }),
    ),
  }))
}

describe('chains of a recorded session', () => {
  it('hold every quoted contract of both expiries as the last frame of each minute left it', () => {
    expect(
      snapshotsOf([
        opening(at(9, 0)),
        frame(at(9, 15, 10), 11, 10_000, 50),
        frame(at(9, 15, 50), 11, 10_100, 51),
        frame(at(9, 15, 58), 13, 20_000, 7),
        { kind: 'timer', at: at(9, 16, 1) },
        frame(at(9, 17, 5), 12, 9000, 60),
      ]),
    ).toEqual([
      {
        at: at(9, 15, 58),
        rows: { '2026-01-27 CE': [10_100, 10_095, 10_105, 51], '2026-02-03 CE': [20_000, 19_995, 20_005, 7] },
      },
      {
        at: at(9, 17, 5),
        rows: {
          '2026-01-27 CE': [10_100, 10_095, 10_105, 51],
          '2026-01-27 PE': [9000, 8995, 9005, 60],
          '2026-02-03 CE': [20_000, 19_995, 20_005, 7],
        },
      },
    ])
  })

  it('have no snapshot outside the session, and no quote of before a restart after it', () => {
    expect(
      snapshotsOf([
        opening(at(9, 0)),
        frame(at(9, 7), 11, 9900, 49),
        frame(at(9, 15, 10), 11, 10_000, 50),
        opening(at(9, 15, 30)),
        frame(at(9, 16, 10), 12, 9000, 60),
        frame(at(15, 45), 12, 9100, 61),
      ]).map(({ rows }) => Object.keys(rows)),
    ).toEqual([['2026-01-27 CE'], ['2026-01-27 PE']])
  })

  it('name what of the recording is damaged or missing', () => {
    const damage = { segment: '0001.swr', block: 3, reason: 'the file ends inside the block' }
    expect(
      recordedChains([opening(at(9, 0)), { kind: 'gap', at: at(9, 20), frames: 12 }, { kind: 'damage', damage }]),
    ).toEqual({
      chains: [],
      source: 'live',
      damage: ['0001.swr, block 3: the file ends inside the block'],
      lostFrames: 12,
    })
  })

  it('are simulated where a part of the day is', () => {
    expect(recordedChains([opening(at(9, 0), 'simulated'), opening(at(10, 0))]).source).toBe('simulated')
  })
})
