import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import type { ExitReasonLabel } from './labels.ts'
import type { Message } from './message.ts'
import { rendererOf } from './node.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'

const contract: ContractRef = { symbol: 'NIFTY', strike: 24500, side: 'CE', expiry: '2026-09-22' as IstDate }
const at = (text: string) => Date.parse(text) as EpochMs
const paise = (amount: number) => amount as Paise
const english = rendererOf('en')
const hindi = rendererOf('hi')

describe('English', () => {
  it.each<[Message, string]>([
    [{ code: 'refusal.price_stale', ageMs: 2600, maxAgeMs: 2000 }, 'Price was 2.6 s old (limit 2 s).'],
    [{ code: 'remedy.next_signal' }, 'The next signal is checked again. No action needed.'],
    [{ code: 'refusal.price_moved', moved: 0.014, limit: 0.01 }, 'Price moved 1.4% above the signal.'],
    [{ code: 'remedy.not_chased' }, 'We don’t chase. No action needed.'],
    [{ code: 'refusal.active_trade_limit', limit: 1, plan: 'elite' }, 'You already have one open trade (Elite limit).'],
    [{ code: 'refusal.clock_skew', maxSkewMs: 2000 }, 'Clock difference with the broker is above 2 s.'],
    [{ code: 'refusal.day_locked.losing_streak', losses: 3 }, 'Three losses in a row. Entries resume next session.'],
    [
      { code: 'refusal.invariant_broken', broker: 'Zerodha' },
      'Our records and Zerodha’s don’t match. Entries are paused until the next session; exits still work.',
    ],
    [{ code: 'no_trade.score_low', score: 0.35, threshold: 0.4 }, 'Score +0.35, needs +0.40 or −0.40.'],
    [{ code: 'no_trade.unconfirmed', threshold: 0.4, minutes: 1, more: 1 }, 'First minute above 0.40. Needs one more.'],
    [{ code: 'no_trade.feed_stale.index', ageMs: 268000, maxAgeMs: 5000 }, 'No index price for 268 s.'],
    [{ code: 'no_trade.opening_minutes', until: at('2026-09-17T04:00:00Z') }, 'No entries before 09:30.'],
    [{ code: 'flip.agent_reaches', agent: 'candle_signal', needed: 0.25, now: 0 }, 'Candles at +0.25 (now 0.00)'],
    [
      { code: 'alert.token_needed.broker', broker: 'Zerodha', before: 540 },
      'You’re not logged in to Zerodha today. Log in before 9:00 AM or there will be no trades.',
    ],
    [
      { code: 'alert.signal', contract, price: paise(28950), stop: paise(24560), score: 0.43, needed: 0.4 },
      'BUY NIFTY 24500 CE near ₹289.50 · stop ₹245.60 · score 0.43 (needs 0.40)',
    ],
    [
      {
        code: 'alert.signal.cost',
        contract,
        price: paise(28950),
        stop: paise(24560),
        score: 0.43,
        needed: 0.4,
        cost: { code: 'trade_cost.expected', lots: 1, cost: paise(39968), r: 0.178, points: 10.66 },
      },
      'BUY NIFTY 24500 CE near ₹289.50 · stop ₹245.60 · score 0.43 (needs 0.40). Expected cost of 1 lot: ₹399.68 (0.18 R), breakeven at an index move of 10.7 points.',
    ],
    [
      { code: 'trade_cost.without_decay', lots: 2, cost: paise(39968), r: 0.178, points: 10.66 },
      'Expected cost of 2 lots without time decay, which is not available: ₹399.68 (0.18 R), breakeven at an index move of 10.7 points.',
    ],
    [{ code: 'trade_cost.unknown' }, 'Expected cost: not available.'],
    [
      {
        code: 'notice.trade_closed',
        mode: 'paper',
        contract,
        quantity: 65,
        price: paise(31410),
        reason: 'time',
        net: paise(157566),
        r: 0.54,
        held: 96 * 60000,
      },
      'PAPER exit · NIFTY 24500 CE · 65 @ ₹314.10 · time limit · +₹1,575.66 net (+0.54 R) · 1 h 36 m',
    ],
    [
      { code: 'report.headline', on: '2026-09-17' as IstDate, net: paise(157566), mode: 'paper', trades: 1, wins: 1 },
      '17 Sep 2026: +₹1,575.66 net (paper) · 1 trade, 1 win',
    ],
    [
      {
        code: 'chat.status',
        plan: 'elite',
        entries: { code: 'chat_entries.on' },
        account: { code: 'chat_account.connected', mode: 'paper' },
      },
      'Plan: Elite · Entries: on · Account: paper, connected',
    ],
    [
      { code: 'alert.new_login', device: { code: 'device.program' }, address: '127.0.0.1' },
      'New login: unknown app, IP 127.0.0.1. Not you? Change your password and log that device out.',
    ],
    [
      {
        code: 'operator.rolled_back',
        version: '2026-09-01' as IstDate,
        brier: 0.2634,
        coin: 0.25,
        sessions: 20,
        labels: 180,
        from: '2026-10-05' as IstDate,
        instead: { code: 'operator.weights_default' },
      },
      'Rolled back: below a coin flip for 20 sessions. Version 1 Sep 2026 has a Brier score of 0.263 (180 labels), a coin flip 0.25. From 5 Oct 2026: default weights.',
    ],
    [
      { code: 'alert.feed_stopped', since: at('2026-09-17T04:28:28Z') },
      'Prices stopped at 09:58:28. No new entries. Stops are at the exchange and still work.',
    ],
    [{ code: 'remedy.upgrade' }, 'Upgrade for more.'],
    [{ code: 'refusal.account_in_doubt' }, 'Still confirming an earlier order with the broker.'],
    [{ code: 'no_trade.feed_stale.index_none' }, 'No index price yet today.'],
    [{ code: 'flip.any_filter' }, 'A range, a sudden index move, or any entry filter.'],
    [{ code: 'alert_about.stop_moved' }, 'Your stop moved up (at most once a minute).'],
    [{ code: 'alert_about.refused' }, 'A signal you missed, once per reason per day.'],
    [{ code: 'alert_about.daily_report' }, 'Daily summary after the close.'],
    [{ code: 'chat.agreed' }, 'Telegram alerts are on for this chat.'],
    [{ code: 'chat.stop_question' }, 'Pause new entries? Open trades keep their stops. Resume only in the app.'],
    [{ code: 'report.unsettled', trades: 1 }, '1 trade is still open and not included.'],
    [{ code: 'report.full_link' }, 'Open the full report (CSV, PDF).'],
    [{ code: 'report.switch_off' }, 'Turn these emails off under Alerts.'],
    [{ code: 'report.heading.missed' }, 'Missed entries'],
  ])('renders %o', (message, text) => expect(english.text(message)).toBe(text))

  it.each<[ExitReasonLabel, string]>([
    ['time', 'Time limit'],
    ['stop_through', 'Stop gapped'],
    ['stop_refused', 'Stop rejected'],
    ['square_off', 'Market close'],
    ['day_cap', 'Daily limit'],
    ['manual', 'You'],
    ['user_exit', 'You exited'],
    ['operator_exit', 'Exited by support'],
  ])('names the exit reason %s', (reason, name) => expect(english.label('exit_reason', reason)).toBe(name))
})

describe('what the specification quotes', () => {
  it.each<[Message, string]>([
    [{ code: 'field.required' }, 'Required'],
    [{ code: 'field.whole_number' }, 'Must be a whole number'],
    [{ code: 'field.min', min: 1 }, 'Must be at least 1'],
    [{ code: 'field.not_negative' }, 'Cannot be negative'],
    [{ code: 'field.plan_or_billing' }, 'Invalid plan or billing type selected.'],
  ])('stays word for word: %o', (message, text) => expect(english.text(message)).toBe(text))
})

describe('Hindi', () => {
  it.each<[Message, string]>([
    [{ code: 'refusal.price_stale', ageMs: 2600, maxAgeMs: 2000 }, 'कीमत 2.6 सेकंड पुरानी थी (सीमा 2 सेकंड)।'],
    [
      { code: 'report.headline', on: '2026-09-17' as IstDate, net: paise(157566), mode: 'paper', trades: 1, wins: 1 },
      '17 सितंबर 2026: शुल्क के बाद +₹1,575.66 (पेपर) · 1 ट्रेड, 1 जीत',
    ],
    [{ code: 'refusal.liquidity', units: 123456, limit: 1800 }, '1,23,456 यूनिट का ऑर्डर; उपलब्ध मात्रा की सीमा 1,800 है।'],
    [
      { code: 'no_trade.scheduled_event', event: 'rbi_policy', until: at('2026-09-17T05:00:00Z') },
      expect.stringContaining('RBI का नीतिगत फ़ैसला') as string,
    ],
  ])('renders %o', (message, text) => expect(hindi.text(message)).toEqual(text))
})

describe('parts of a text', () => {
  it('renders a message inside a message', () => {
    const text = english.text({ code: 'flip.no_longer', reason: { code: 'no_trade.regime_range' } })
    expect(text).toBe(`No longer: ${english.text({ code: 'no_trade.regime_range' })}`)
  })

  it('lists messages and names', () => {
    const agents = ['candle_signal', 'fii_dii_signal', 'spike_signal'] as const
    expect(english.text({ code: 'no_trade.coverage_low', coverage: 0.6, needed: 0.7, agents })).toContain(
      'Candles, FII/DII and Spike',
    )
  })

  it('writes a true minus before a loss', () => {
    expect(english.text({ code: 'refusal.day_cap', plannedLoss: paise(329600), left: paise(-13705) })).toContain(
      '−₹137.05',
    )
  })

  it('shows a limit that moved, in both languages', () => {
    const moved = { code: 'refusal.clock_skew', maxSkewMs: 2500 } as const
    expect([english.text(moved), hindi.text(moved)]).toEqual([
      expect.stringContaining('2.5 s'),
      expect.stringContaining('2.5 सेकंड'),
    ])
  })

  it('never shows what is no number', () => {
    expect(() => english.text({ code: 'refusal.clock_skew', maxSkewMs: Number.NaN })).toThrow(RangeError)
    expect(() => english.text({ code: 'alert.stop_moved', mode: 'live', contract, stop: paise(0.5) })).toThrow(
      RangeError,
    )
  })

  it('does not put an unknown name into a sentence', () => {
    const unknown = { code: 'alert.plan_begun', plan: 'gold' } as unknown as Message
    expect(() => english.text(unknown)).toThrow('no text for label.plan.gold in en')
  })
})
