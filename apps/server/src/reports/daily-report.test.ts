import { periodReport } from '@strikewise/domain/reports/period-report.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { paise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import type { DailyReport } from './daily-report.ts'
import { reportMail } from './report-mail.ts'
import { reportText } from './report-text.ts'
import type { ClosedTradeLine } from './report-trades.ts'

const DAY = istDate('2026-11-20')

function trade(symbol: 'NIFTY' | 'BANKNIFTY', gross: number): ClosedTradeLine {
  const charges = chargesOf([{ side: 'BUY', value: paise(900_000), on: DAY }])
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
    exitReason: 'target',
    decisionId: 'd',
  }
}

const trades = [trade('NIFTY', 150_000), trade('BANKNIFTY', -40_000)]
const refused = (code: string, count: number) => ({
  code,
  text: `Words of ${code}.`,
  message: { code: `refusal.${code}`, params: {} },
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

it('a chat is told the sums, each symbol, the month, and what was refused and why', () => {
  const { total } = periodReport(trades)
  expect(total.gross).toBe(110_000)
  expect(reportText(report).split('\n')).toEqual([
    'Your day, 20 Nov 2026',
    'Live account: 2 trades, 1 won',
    expect.stringMatching(
      /^Gross \+₹1,100\.00, charges ₹\d+\.\d\d, contract-note rounding [+-]₹0\.\d\d, net \+₹1,0\d\d\.\d\d$/,
    ),
    expect.stringMatching(/^BANKNIFTY -₹4\d\d\.\d\d, NIFTY \+₹1,4\d\d\.\d\d$/),
    'Month so far, net: +₹790.50',
    '2 trades not settled with the broker yet: in no sum.',
    'Refused: 7 entries. 4× Words of cash. 1× Words of freeze. 1× Words of token_stale. and 1 more reason.',
  ])
})

it.each(['text', 'html'] as const)('a mail has all of it in full, as %s', (form) => {
  const said = reportMail(report, 'https://strikewise.example/reports')[form]
  const { total, bySymbol } = periodReport(trades)
  const rupees = (amount: number) => `₹${(amount / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
  for (const words of [
    'Your day, 20 Nov 2026',
    // Trades, with what each cost.
    ...trades.flatMap((one) => [one.tradingsymbol, rupees(one.charges.total), rupees(Math.abs(one.net))]),
    // Sums.
    rupees(total.gross),
    rupees(total.charges.gst),
    rupees(total.net),
    ...bySymbol.map((own) => rupees(Math.abs(own.net))),
    // The curve of the month, point by point.
    '19 Nov 2026',
    '-₹250.50',
    '+₹790.50',
    // What was refused, why, how often, and what to do.
    'Words of cash.',
    'Add cash to the account.',
    'Words of spread.',
    'https://strikewise.example/reports',
  ])
    expect(said).toContain(words)
})

it('says that nothing was closed, and that live execution was disarmed', () => {
  const idle: DailyReport = { on: DAY, kinds: [], unsettled: 0, refusals: [], disarmed: true }
  for (const said of [reportText(idle), reportMail(idle, 'https://strikewise.example').text]) {
    expect(said).toContain('No trade was closed.')
    expect(said).toContain('live execution was disarmed')
  }
})
