import { inflateSync } from 'node:zlib'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { paise, type Paise } from '@strikewise/domain/money/paise.ts'
import { periodReport } from '@strikewise/domain/reports/period-report.ts'
import { addDays, istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { figureText } from '@strikewise/messages/figures.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { tradeColumns } from '@strikewise/wire/report-trade.ts'
import { expect, it } from 'vitest'
import { runsOf } from './pdf-runs.ts'
import { reportPdf, TRADE_COLUMN_POINTS } from './report-pdf.ts'
import type { ClosedTradeLine } from '../store/tables/daily-report-body.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'

const FIRST = istDate('2026-11-02')

const resultText = (paise: number) => figureText('result', paise, 'en')
const amountText = (paise: number) => figureText('paise', paise, 'en')

function trade(i: number, gross: number): ClosedTradeLine {
  const on = addDays(FIRST, i % 20)
  const charges = chargesOf([{ side: 'BUY', value: paise(90_000_000), on }], BROKER.profile.brokerage)
  return {
    id: `t${i}`,
    mode: 'paper',
    on,
    symbol: 'BANKNIFTY',
    strike: 52_000,
    side: 'CE',
    tradingsymbol: 'BANKNIFTY26NOV52000CE',
    enteredAt: istInstant(on, 10, i % 60),
    closedAt: istInstant(on, 11),
    quantity: 1800,
    entryValue: paise(90_000_000),
    exitValue: paise(90_000_000 + gross),
    gross: gross as Paise,
    charges,
    net: (gross - charges.total) as Paise,
    risk: paise(500_000),
    exitReason: 'stop_through',
    decisionId: 'd',
  }
}

/** The text of a document, in the order it is drawn, one drawing after the other. Each font has glyphs of its own. */
function textOf(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const fonts = streams.filter((text) => text.includes('beginbfrange')).map(glyphsOf)
  const drawn = [...streams.join('\n').matchAll(/\/F(\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)]
  // Fonts are written in the order of their numbers; the library's own default is never drawn with.
  const numbers = [...new Set(drawn.flatMap(([, name]) => name ?? []))].toSorted((x, y) => Number(x) - Number(y))
  const sections: string[] = []
  let font: ReadonlyMap<number, string> = new Map()
  for (const [, name, glyphs] of drawn)
    if (name !== undefined) font = fonts[numbers.indexOf(name)]!
    else sections.push([...glyphs!.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => written(hex!, font)).join(''))
  return sections
}

const written = (hex: string, font: ReadonlyMap<number, string>) =>
  hex
    .match(/.{4}/g)!
    .map((glyph) => font.get(Number.parseInt(glyph, 16)))
    .join('')

/** What the glyphs of a font stand for, which lets readers copy and search: '<0000> <0002> [<0000> <0050> <0072>]'. */
function glyphsOf(map: string): ReadonlyMap<number, string> {
  const ranges = map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)
  return new Map(
    [...ranges].flatMap(([, first, codes]) =>
      [...codes!.matchAll(/<([0-9a-f ]*)>/g)].map(
        ([, code], i) =>
          [
            Number.parseInt(first!, 16) + i,
            // A sign that shaping adds stands for nothing.
            String.fromCodePoint(...(code!.match(/[0-9a-f]+/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
          ] as const,
      ),
    ),
  )
}

it('holds every trade and every amount in full, over as many pages as it takes', async () => {
  const trades = Array.from({ length: 80 }, (_, i) => trade(i, (i % 2 === 0 ? 1 : -1) * 1_234_567_89))
  const pdf = await reportPdf(
    {
      mode: 'paper',
      from: FIRST,
      to: addDays(FIRST, 30),
      asOf: istInstant(FIRST, 16),
      sums: periodReport(trades),
      trades,
      unsettled: 1,
      refusals: [
        {
          code: 'x',
          text: 'Today’s cap of ₹9,000 is reached.',
          message: { code: 'x', params: {} },
          count: 3,
          remedy: null,
        },
      ],
    },
    'en',
  )
  const text = textOf(pdf)
  expect(text.filter((line) => line === 'BANKNIFTY26NOV52000CE')).toHaveLength(80)
  for (const { gross, net } of trades) {
    expect(text).toContain(resultText(gross))
    expect(text).toContain(resultText(net))
  }
  const { total } = periodReport(trades)
  for (const amount of [total.gross, total.net]) expect(text).toContain(resultText(amount))
  // What is taken has no sign: a plus before a charge would read as a gain.
  for (const amount of [total.charges.total, total.charges.gst]) expect(text).toContain(amountText(amount))
  expect(text).toContain('Today’s cap of ₹9,000 is reached.')
  expect(text).toContain('Contract-note rounding')
  expect(text).toContain(resultText(total.rounding))
  expect(text.join('\n')).toContain('Paper account (simulated, no real money)')
  expect(text).toContain('Cumulative net P&L')
  const pages = text.filter((line) => /^Page \d+ of \d+$/.test(line))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages).toEqual(pages.map((_, i) => `Page ${i + 1} of ${pages.length}`))
  expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(pages.length)
})

it('names the parts of a trade that was left in halves', async () => {
  const trades = [{ ...trade(0, 5_000), reduced: 600 }]
  const sums = periodReport(trades)
  const day = { mode: 'live', from: FIRST, to: FIRST, asOf: istInstant(FIRST, 16), unsettled: 0, refusals: [] } as const
  const text = textOf(await reportPdf({ ...day, sums, trades }, 'en'))
  expect(text.join(' ')).toContain('600 units before the exit, 1,200 with it.')
})

it('holds how each entry was filled against the intended price, and the average', async () => {
  const fill = { intendedPrice: paise(50_000), difference: paise(-15_000), risk: paise(500_000) }
  const trades = [{ ...trade(0, 5_000), entryFill: fill }, trade(1, 5_000)]
  const sums = periodReport(trades)
  const day = { mode: 'live', from: FIRST, to: FIRST, asOf: istInstant(FIRST, 16), unsettled: 0, refusals: [] } as const
  const text = textOf(await reportPdf({ ...day, sums, trades }, 'en'))
  expect(text).toContain('Fill (R)')
  expect(text).toContain(figureText('score', -0.03, 'en'))
  expect(text).toContain(`${resultText(-15_000)} (${figureText('score', -0.03, 'en')} R)`)
})

it('draws no line through a single day', async () => {
  const trades = [trade(0, 5_000)]
  const sums = periodReport(trades)
  const day = { mode: 'live', from: FIRST, to: FIRST, asOf: istInstant(FIRST, 16), unsettled: 0, refusals: [] } as const
  const text = textOf(await reportPdf({ ...day, sums, trades }, 'en'))
  expect(text).toContain('By day')
  expect(text).not.toContain('Cumulative net P&L')
})

/**
 * Whether drawings that follow one another hold the letters of `text`. Devanagari signs are drawn where they stand, some by
 * themselves, which is not the order in which they are stored.
 */
function holds(drawn: readonly string[], text: string): boolean {
  const letters = (some: string) => Array.from(some.replaceAll(' ', '')).toSorted().join('')
  const expected = letters(text)
  return drawn.some((_, from) => {
    let to = from
    while (to < drawn.length && letters(drawn.slice(from, to).join('')).length < expected.length) to += 1
    return letters(drawn.slice(from, to).join('')) === expected
  })
}

it('has room on the page for every column of a trade', () => {
  const points = tradeColumns('pdf').map(([, { unit }]) => TRADE_COLUMN_POINTS[unit])
  // A4 across, less its margins.
  expect(points.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(841.89 - 2 * 28)
})

it('is written in Hindi, with figures and ₹ as they are', async () => {
  const trades = [trade(0, 5_000), trade(1, -7_500)]
  const sums = periodReport(trades)
  const day = { mode: 'live', from: FIRST, to: addDays(FIRST, 1), asOf: istInstant(FIRST, 16), unsettled: 2 } as const
  const pdf = await reportPdf({ ...day, sums, trades, refusals: [] }, 'hi')
  const drawn = textOf(pdf)
  const { text, label } = rendererOf('hi')
  for (const part of [
    text({ code: 'report.pdf.title' }),
    text({ code: 'report.heading.by_day' }),
    text({ code: 'report.unsettled', trades: 2 }),
    label('exit_reason', 'stop_through'),
    label('trade_column', 'exit_reason'),
    label('charge', 'stt'),
  ])
    for (const run of runsOf(part).filter(({ script }) => script === 'devanagari'))
      expect(holds(drawn, run.text), run.text).toBe(true)
  expect(drawn).toContain(resultText(sums.total.net))
  expect(pdf.toString('latin1')).toContain('/Lang (hi-IN)')
  const english = drawn.flatMap((line) => line.match(/[A-Za-z]{2,}/g) ?? [])
  expect(english.filter((word) => !/^(?:BANKNIFTY|NOV|CE|GST|SEBI|Strikewise)$/.test(word))).toEqual([])
})
