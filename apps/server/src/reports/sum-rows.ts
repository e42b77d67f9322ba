import type { Charges } from '@strikewise/domain/charges/charges.ts'
import type { Sums } from '@strikewise/domain/reports/period-report.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { figureText } from '@strikewise/messages/figures.ts'
import type { ChargeLabel } from '@strikewise/messages/labels.ts'
import type { Renderer } from '@strikewise/messages/render.ts'

/** Kinds of charges, in the order of a contract note. */
const CHARGE_KINDS = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp', 'gst'] as const satisfies readonly (ChargeLabel &
  keyof Charges)[]

/** What was taken: no sign, since a plus before a charge would read as a gain. */
export function amountText(paise: Paise, { language }: Renderer): string {
  return figureText('paise', paise, language)
}

/** What was won or lost, with its sign. */
export function resultText(paise: Paise, { language }: Renderer): string {
  return figureText('result', paise, language)
}

/** From gross to net, a row a part: its name and its amount. */
export function sumRows({ gross, charges, rounding, net }: Sums, renderer: Renderer): string[][] {
  const { text, label } = renderer
  return [
    [text({ code: 'column.gross' }), resultText(gross, renderer)],
    ...CHARGE_KINDS.map((kind) => [label('charge', kind), amountText(charges[kind], renderer)]),
    [text({ code: 'column.charges' }), amountText(charges.total, renderer)],
    [text({ code: 'column.rounding' }), resultText(rounding, renderer)],
    [text({ code: 'column.net' }), resultText(net, renderer)],
  ]
}
