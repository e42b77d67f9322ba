import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { DecisionEntryBodyV1 } from '@strikewise/public-log/version-1.ts'
import { decisionRow } from '@strikewise/wire/market.ts'
import { expect, it } from 'vitest'
import { toDecisionRow } from './decision-rows.ts'

const DAY_VERSION_1 = createRequire(import.meta.url).resolve('@strikewise/public-log/testing/day-version-1.jsonl')
const decisions = readFileSync(DAY_VERSION_1, 'utf8')
  .split('\n')
  .filter((line) => line.includes('"kind":"decision"'))
  .map((line) => (JSON.parse(line) as { body: DecisionEntryBodyV1 }).body)

// Rows of the store are as old as the entries: they hold what the record of their time held.
const row = (record: unknown) =>
  decisionRow.parse(toDecisionRow({ seq: 1, record: record as Decision, hash: 'h', prev_hash: 'p' }))

it('shows a decision of version 1 with its sentences as they were written', () => {
  for (const { decision } of decisions) {
    const { no_trade, flips } = row(decision)
    expect(no_trade.map(({ code, text }) => ({ code, text }))).toEqual(decision.noTrade)
    expect(flips.map(({ text }) => text)).toEqual(decision.flips)
    for (const { text, message } of [...no_trade, ...flips])
      expect(message).toEqual({ code: 'legacy.text', params: { text } })
  }
})

it('shows a new decision in English, with its messages', () => {
  const body = decisions.find(({ decision }) => decision.noTrade.some(({ code }) => code === 'score_low'))!
  const { score, threshold } = body.decision
  const noTrade = [{ code: 'score_low', message: { code: 'no_trade.score_low', score, threshold } }]
  const shown = row({ ...body.decision, noTrade, flips: [{ code: 'flip.any_filter' }] })
  expect(shown.no_trade[0]).toMatchObject({
    code: 'score_low',
    text: expect.stringMatching(/^Score .*, needs \+0\.\d\d or −0\.\d\d\.$/) as string,
    message: { code: 'no_trade.score_low', params: { score, threshold } },
  })
  expect(shown.flips).toEqual([
    { text: 'A range, a sudden index move, or any entry filter.', message: { code: 'flip.any_filter', params: {} } },
  ])
})

it('shows what one lot of the chosen contract is expected to cost', () => {
  const chosen = decisions.filter(({ decision }) => decision.entry !== null)
  expect(chosen.length).toBeGreaterThan(0)
  for (const { decision } of chosen) {
    const { contract, bid, ask, delta } = decision.entry!
    const { cost } = row(decision).entry!
    expect(cost).toMatchObject({ lots: 1, spread: ((ask - bid) * contract.lotSize) / 100 })
    expect(cost!.decay).toBeGreaterThan(0)
    expect(cost!.total).toBeCloseTo(cost!.spread + cost!.charges + cost!.decay!, 9)
    expect(cost!.break_even!.points).toBeCloseTo(cost!.total / contract.lotSize / Math.abs(delta), 1)
  }
})
