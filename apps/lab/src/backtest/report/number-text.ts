import { formatRupees } from '@strikewise/domain/money/format.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'

/** Figures as the summary and the page write them. A figure that is not known is a dash. */

const DASH = '–'

export function rupees(paise: number | null | undefined): string {
  return paise === null || paise === undefined ? DASH : withMinus(formatRupees(Math.round(paise) as Paise))
}

/** Whole rupees, for figures whose paise report nothing. */
export function wholeRupees(paise: number | null | undefined): string {
  return paise === null || paise === undefined ? DASH : rupees(Math.round(paise / 100) * 100).replace(/\.00$/, '')
}

export function inR(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? DASH : `${signed(value, digits)} R`
}

export function percent(share: number | null | undefined, digits = 1): string {
  return share === null || share === undefined ? DASH : withMinus(`${(100 * share).toFixed(digits)} %`)
}

export function number(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? DASH : signed(value, digits).replace(/^\+/, '')
}

export function many(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : more}`
}

/** With a real minus, and a plus where it is a gain. */
function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return value < 0 ? `−${text}` : `+${text}`
}

function withMinus(text: string): string {
  return text.replace('-', '−')
}
