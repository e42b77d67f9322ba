import { hash } from 'node:crypto'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { decideOnRecord } from '@strikewise/signals/decision/decision-inputs.ts'
import { DecisionEngine, type Evaluation } from '@strikewise/signals/decision/engine.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { hashedText, LOG_START_HASH } from '@strikewise/public-log/log-entry.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { WhyReply } from '@strikewise/wire/public-log.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { decisionBody, signalBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { recompute } from './recompute.ts'
import { WhyPanel } from './WhyPanel.tsx'

type Entry = NonNullable<WhyReply['entry']>

const barEnd = Date.parse('2026-11-20T10:42:00+05:30') as EpochMs
const vote = (bias: 'bullish' | 'neutral', strength: number) => ({
  reading: { bias, strength, asOf: (barEnd - 60_000) as EpochMs },
  stale: false,
})
const evaluation: Evaluation = {
  barEnd,
  votes: {
    candle_signal: vote('bullish', 0.3),
    indicator_signal: vote('bullish', 0.5),
    option_chain_signal: vote('neutral', 0),
    fii_dii_signal: vote('neutral', 0),
    spike_signal: vote('neutral', 0),
  },
  block: { stale: false, rules: [] },
  regime: { stale: false, regime: 'transition' },
  spike: { paused: false, l: 0, pauseMs: 60_000 },
  spot: 2_451_200 as Paise,
  atr5: 2200 as Paise,
  chooseStrike: () => {
    throw new Error('not asked')
  },
}
const made = decideOnRecord(
  new DecisionEngine('NIFTY', SIGNAL_PARAMS.engine, 'ab'.repeat(32)),
  { symbol: 'NIFTY', params: SIGNAL_PARAMS.engine, configHash: 'ab'.repeat(32) },
  evaluation,
)

function entryOf(statement: object): Entry {
  const unhashed = { seq: 9, prev: LOG_START_HASH, body: canonicalJson(statement) }
  return { ...unhashed, hash: hash('sha256', hashedText(unhashed), 'hex') }
}
const good = entryOf({ v: 2, kind: 'decision', at: barEnd, symbol: 'NIFTY', ...made })

const why = (change: Partial<WhyReply> = {}): WhyReply => ({
  decision: decisionBody({
    score: 0.21,
    coverage: 1,
    threshold: 0.4,
    contributions: [
      {
        agent: 'candle_signal',
        bias: 'bullish',
        weight: 0.2,
        signed: 0.3,
        stale: false,
        as_of: '2026-11-20T10:40:00+05:30',
      },
      {
        agent: 'option_chain_signal',
        bias: 'neutral',
        weight: 0.3,
        signed: 0,
        stale: true,
        as_of: '2026-11-20T10:20:00+05:30',
      },
    ],
  }),
  weights_version: null,
  previous: '2026-11-20T10:41',
  next: null,
  entry: good,
  signals: [{ agent: 'candle_signal', seq: 4, signal: signalBody('bullish') }],
  ...change,
})
const asked = { symbol: 'NIFTY', minute: '2026-11-20T10:42' } as const

describe('the why of a minute', () => {
  it('shows the sum, the ages of the inputs, what stood against a trade and what would change it', async () => {
    const seen = answer('get', '/why', why())
    await show(<WhyPanel asked={asked} />)
    await screen.findByText('What the score is made of')
    const sum = within(screen.getByRole('region', { name: 'Contribution of each agent' }))
    expect(Object.fromEntries(seen.queries[0]!)).toEqual(asked)
    expect(sum.getByText('0.060')).toBeTruthy()
    expect(screen.getByText('needs ±0.40')).toBeTruthy()
    expect(sum.getByText('10:40:00, 2 min before')).toBeTruthy()
    expect(sum.getByText('too old')).toBeTruthy()
    expect(screen.getByText('Score 0.22 is under 0.40.')).toBeTruthy()
    expect(screen.getByText('ADX over 20')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Previous minute, 10:41' }).getAttribute('href')).toBe(
      '/why/NIFTY/2026-11-20T10%3A41',
    )
    expect(screen.getByRole('link', { name: 'Next minute: none' }).getAttribute('aria-disabled')).toBe('true')
  })

  it.each([
    [null, 'These are the default weights.'],
    ['2026-11-19', /^The weights are version 2026-11-19: learned from the sessions up to that day/],
  ])('says which weights were used: %s', async (weights_version, text) => {
    answer('get', '/why', why({ weights_version }))
    await show(<WhyPanel asked={asked} />)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('opens what an agent had reported to its reasons', async () => {
    answer('get', '/why', why())
    const { user } = await show(<WhyPanel asked={asked} />)
    await user.click(await screen.findByText('bullish 50%'))
    expect(screen.getByText('RSI 62 is over 50')).toBeTruthy()
  })

  it('is found by the id of a trade’s decision too', async () => {
    answer('get', '/why/d7', why())
    await show(<WhyPanel asked={{ id: 'd7' }} />)
    expect(await screen.findByText('No trade')).toBeTruthy()
  })

  it('makes the decision again and shows that it is equal', async () => {
    answer('get', '/why', why())
    const { user } = await show(<WhyPanel asked={asked} />)
    await user.click(await screen.findByText('Recompute'))
    expect(await screen.findByText('Equal: the same inputs give the same decision')).toBeTruthy()
  })

  it('shows that a decision from before the record cannot be recomputed', async () => {
    answer('get', '/why', why({ entry: null, signals: [] }))
    await show(<WhyPanel asked={asked} />)
    expect(await screen.findByText('Not in the record')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Recompute' })).toBeNull()
  })

  it('shows that it is loading, that there was none, and that it could not be read', async () => {
    hang('get', '/why')
    const { unmount } = await show(<WhyPanel asked={asked} />)
    expect(await screen.findByText('Reading the record...')).toBeTruthy()
    unmount()
    refuse('get', '/why', 404, { message: 'No decision was made in that minute.' })
    await show(<WhyPanel asked={{ ...asked, minute: '2026-11-20T09:00' }} />)
    expect(await screen.findByText('No decision was made then')).toBeTruthy()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/why', 500, { message: 'The store is away.' })
    await show(<WhyPanel asked={{ ...asked, minute: '2026-11-20T09:01' }} />)
    expect(await screen.findByText('The store is away.')).toBeTruthy()
  })
})

describe('recomputing', () => {
  it('is equal for the engine that made the decision', async () =>
    expect(await recompute(good)).toEqual({
      outcome: 'equal',
      hash: hash('sha256', canonicalJson(made.decision), 'hex'),
      version: made.decision.version,
      compared: 'all',
    }))

  it('compares the figures and codes of an entry with sentences, as version 1 of the record wrote them', async () => {
    const { decision, inputs } = made
    const { pauseMs: _, ...spike } = inputs.spike
    const noTrade = decision.noTrade.map(({ code }) => ({ code, text: 'The score is 0.21, it needs 0.40 either way.' }))
    const old = { ...decision, noTrade, flips: ['The score rises.'] }
    const body = { kind: 'decision', at: barEnd, symbol: 'NIFTY', decision: old, inputs: { ...inputs, spike } }
    expect(await recompute(entryOf(body))).toMatchObject({ outcome: 'equal', compared: 'figures_and_codes' })
    const other = { ...body, decision: { ...old, noTrade: [{ code: 'illiquid', text: 'Spreads are wide.' }] } }
    expect(await recompute(entryOf(other))).toMatchObject({ outcome: 'differs' })
  })

  it('differs when the recorded decision does not follow from the recorded inputs', async () => {
    const decision = { ...made.decision, score: 0.5 }
    const entry = entryOf({ v: 2, kind: 'decision', at: barEnd, symbol: 'NIFTY', decision, inputs: made.inputs })
    expect((await recompute(entry)).outcome).toBe('differs')
  })

  it('names the versions when they are not the same', async () =>
    expect(await recompute(good, '0.0.1')).toEqual({
      outcome: 'other_version',
      recorded: made.decision.version,
      here: '0.0.1',
    }))

  it('compares nothing when the entry was changed', async () =>
    expect(await recompute({ ...good, body: good.body.replace('0.3', '0.4') })).toEqual({ outcome: 'entry_changed' }))
})

describe('how the weights came to be', () => {
  const weights = { candle_signal: 0.25, spike_signal: 0.1, fii_dii_signal: 0.1 }
  const night = {
    version: '2026-11-18',
    made_from: { from: '2026-08-04', to: '2026-11-18', sessions: 60, labels: 21_000 },
    before: weights,
    weights: { candle_signal: 0.262, spike_signal: 0.088, fii_dii_signal: 0 },
    missing: ['evidence'],
  }

  it('is shown on request: training runs, what they changed, and why they do not decide', async () => {
    answer('get', '/why', why())
    const seen = answer('get', '/weights', {
      decides: { version: null, since: null },
      written: weights,
      training_runs: [night],
      changes: [{ kind: 'rolled_back', version: null, from: '2026-10-05', reason: 'Below a coin.', by_rule: true }],
    })
    const { user } = await show(<WhyPanel asked={asked} />)
    await user.click(await screen.findByRole('button', { name: 'How these weights were learned' }))
    expect(await screen.findByText('What decides today: the default weights.')).toBeTruthy()
    expect(screen.getByText(/From 2026-10-05: rolled back to the default weights for poor results\./)).toBeTruthy()
    const cells = within(screen.getByRole('row', { name: /^2026-11-18/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '2026-11-18',
      '60 sessions from 2026-08-04, 21000 minutes',
      '0.250 → 0.262',
      '0.100 → 0.088',
      '0.100 → no vote',
      'it has not been tested on sessions it was not made from',
    ])
    expect(screen.getByText(/15, 30,? and 60 minutes later, over the last 80 sessions/)).toBeTruthy()
    expect(screen.getByText(/Under 20 sessions nothing is known and all votes are equal/)).toBeTruthy()
    expect(seen.queries).toHaveLength(1)
  })

  it('is not shown to be nothing where it could not be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answer('get', '/why', why())
    refuse('get', '/weights', 403, { message: 'No.' })
    const { user } = await show(<WhyPanel asked={asked} />)
    await user.click(await screen.findByRole('button', { name: 'How these weights were learned' }))
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    expect(screen.queryByText('No learned weights yet.')).toBeNull()
  })
})
