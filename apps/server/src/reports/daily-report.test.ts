import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { periodReport } from '@strikewise/domain/reports/period-report.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { paise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { expect, it } from 'vitest'
import type { DailyReport } from '../store/tables/daily-report-body.ts'
import { reportMail } from './report-mail.ts'
import { reportSummary } from './report-summary.ts'
import type { ClosedTradeLine } from '../store/tables/daily-report-body.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'

const DAY = istDate('2026-11-20')

function trade(symbol: IndexSymbol, gross: number): ClosedTradeLine {
  const charges = chargesOf([{ side: 'BUY', value: paise(900_000), on: DAY }], BROKER.profile.brokerage)
  return {
    id: symbol,
    mode: 'live',
    on: DAY,
    symbol,
    strike: 24_500,
    side: 'CE',
    tradingsymbol: `${symbol}26NOV24500CE`,
    enteredAt: istInstant(DAY, 10, 5),
    closedAt: istInstant(DAY, 11),
    quantity: 75,
    entryValue: paise(900_000),
    exitValue: paise(900_000 + gross),
    gross: paise(gross),
    charges,
    net: (gross - charges.total) as Paise,
    risk: paise(500_000),
    exitReason: 'target',
    decisionId: 'd',
  }
}

const trades = [trade('NIFTY', 150_000), trade('BANKNIFTY', -40_000)]
const refused = (code: string, count: number) => ({
  code,
  text: `Sentence of ${code}.`,
  message: { code: 'legacy.text', params: { text: `Sentence of ${code}.` } },
  count,
  remedy: null,
})
const report: DailyReport = {
  on: DAY,
  kinds: [
    {
      mode: 'live',
      sums: periodReport(trades),
      trades,
      month: [
        { day: istDate('2026-11-19'), net: paise(-25_050), running: paise(-25_050) },
        { day: DAY, net: paise(104_100), running: paise(79_050) },
      ],
    },
  ],
  unsettled: 2,
  refusals: [
    {
      ...refused('cash', 4),
      remedy: { place: null, text: 'Add cash to the account.', message: { code: 'remedy.add_cash', params: {} } },
    },
    ...['freeze', 'token_stale', 'spread'].map((code) => refused(code, 1)),
  ],
  disarmed: false,
}

const summaryOf = (day: DailyReport, language: 'en' | 'hi' = 'en') =>
  rendererOf(language).text(reportSummary(day)).split('\n')

it('has the sums, each symbol, the month, and what was missed and why in its summary', () => {
  const { total } = periodReport(trades)
  expect(total.gross).toBe(110_000)
  expect(summaryOf(report)).toEqual([
    expect.stringMatching(/^20 Nov 2026: \+₹1,0\d\d\.\d\d net \(live\) · 2 trades, 1 win$/),
    expect.stringMatching(
      /^Gross \+₹1,100\.00, charges ₹\d+\.\d\d, contract-note rounding [+−]₹0\.\d\d, net \+₹1,0\d\d\.\d\d$/,
    ),
    expect.stringMatching(/^BANKNIFTY −₹4\d\d\.\d\d, NIFTY \+₹1,4\d\d\.\d\d$/),
    'Month so far, net: +₹790.50',
    expect.stringMatching(/^• NIFTY 24500 CE · 75 units · Target · \+₹1,4\d\d\.\d\d$/),
    expect.stringMatching(/^• BANKNIFTY 24500 CE · 75 units · Target · −₹4\d\d\.\d\d$/),
    '2 trades are still open and not included.',
    'Missed entries: 7. 4 × Sentence of cash., 1 × Sentence of freeze., 1 × Sentence of token_stale., +1 more reason',
  ])
})

it('lists a few trades of many in its summary, and counts the others', () => {
  const [kind] = report.kinds
  const many = Array.from({ length: 9 }, () => trades[0]!)
  const lines = summaryOf({ ...report, kinds: [{ ...kind!, trades: many }] })
  expect(lines.filter((line) => line.startsWith('•'))).toHaveLength(6)
  expect(lines).toContain('+3 more trades')
})

it.each(['text', 'html'] as const)('has all of it in full in its mail, as %s', (form) => {
  const mail = reportMail(report, 'https://strikewise.example/reports', 'en')[form]
  const { total, bySymbol } = periodReport(trades)
  const rupees = (amount: number) => `₹${(amount / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
  for (const part of [
    '20 Nov 2026: +₹1,0',
    // Trades, with what each cost.
    ...trades.flatMap((one) => [one.tradingsymbol, rupees(one.charges.total), rupees(Math.abs(one.net))]),
    // Sums.
    rupees(total.gross),
    rupees(total.charges.gst),
    rupees(total.net),
    ...bySymbol.map((own) => rupees(Math.abs(own.net))),
    // The curve of the month, point by point.
    '19 Nov 2026',
    '−₹250.50',
    '+₹790.50',
    // What was missed, why, how often, and what to do.
    'Sentence of cash.',
    'Add cash to the account.',
    'Sentence of spread.',
    'https://strikewise.example/reports',
  ])
    expect(mail).toContain(part)
})

it('shows that nothing was closed, and that live execution was turned off', () => {
  const idle: DailyReport = { on: DAY, kinds: [], unsettled: 0, refusals: [], disarmed: true }
  for (const text of [summaryOf(idle).join('\n'), reportMail(idle, 'https://strikewise.example', 'en').text]) {
    expect(text).toContain('no closed trades')
    expect(text).toContain('live execution was turned off')
  }
})

it('is Hindi for a Hindi account: every line of the summary and every text of the mail', () => {
  const hindi = /\p{Script=Devanagari}/u
  const { refusals: _, ...day } = report
  const own: DailyReport = { ...day, refusals: [], disarmed: true }
  expect(summaryOf(own, 'hi').filter((line) => !hindi.test(line) && !line.startsWith('BANKNIFTY'))).toEqual([])
  const { text, html } = reportMail(own, 'https://strikewise.example/reports', 'hi')
  expect(html).toContain('<html lang="hi-IN">')
  const letters = [text, html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, ' ')].join(' ')
  const english = letters.match(/[A-Za-z]{2,}/g) ?? []
  const names = /^(?:BANKNIFTY|NIFTY|NOV|CE|GST|SEBI|STT|CSV|PDF|https|[Ss]trikewise|example|reports)$/
  expect(english.filter((word) => !names.test(word))).toEqual([])
})

it('names the parts of a trade that was left in halves', () => {
  const [kind] = report.kinds
  const halves = { ...report, kinds: [{ ...kind!, trades: [{ ...trades[0]!, quantity: 150, reduced: 75 }] }] }
  const { text, html } = reportMail(halves, 'https://strikewise.example/reports', 'en')
  const sentence = 'NIFTY26NOV24500CE of 10:05 was left in parts: 75 units before the exit, 75 with it.'
  expect([text.includes(sentence), html.includes(sentence)]).toEqual([true, true])
  expect(reportMail(report, 'https://strikewise.example/reports', 'en').text).not.toContain('left in parts')
})
