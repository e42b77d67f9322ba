import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { dayText, figureText, isFigureUnit, listText, longDayText } from './figures.ts'
import type { LabelSet, LabelValues } from './labels.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { Message } from './message.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { isLabelUnit, type Unit, type UnitTable } from './unit.ts'

/** Texts of messages in one language. */
export interface Renderer {
  readonly language: Language
  /** The message's text. Throws a RangeError for a code or a parameter that has no text. */
  readonly text: (message: Message) => string
  readonly label: <S extends LabelSet>(set: S, value: LabelValues[S]) => string
}

/** The text of a key (a code, or `label.<set>.<value>`) with its values filled in. Throws a RangeError for an unknown key. */
export type FillText = (key: string, values: Readonly<Record<string, unknown>>) => string

/**
 * One renderer for the browser, mails, chat, PDF, CSV and the API. Each parameter is formatted by its unit in `units`, nested
 * messages are rendered first, and `fill` fills the catalogue's ICU text.
 */
export function renderer(language: Language, units: UnitTable, fill: FillText): Renderer {
  const label = (set: string, value: string): string => fill(`label.${set}.${value}`, {})
  const text = (message: Message): string => {
    const { code, ...params } = message
    const unitOf = units[code]
    if (unitOf === undefined) throw new RangeError(`no units for ${code}`)
    const values: Record<string, unknown> = {}
    for (const name of Object.keys(unitOf))
      values[name] = shown(unitOf[name]!, (params as Record<string, unknown>)[name])
    return fill(code, values)
  }
  const shown = (unit: Unit, value: unknown): unknown => {
    if (isFigureUnit(unit)) return figureText(unit, value as number, language)
    if (isLabelUnit(unit)) {
      const [kind, set] = unit.split(':') as [string, string]
      if (kind === 'label') return label(set, value as string)
      if (kind === 'inline') return lowered(label(set, value as string))
      const names = (value as readonly string[]).map((one) => label(set, one))
      return listText(names, language)
    }
    switch (unit) {
      case 'count':
      case 'select':
      case 'text':
      case 'symbol':
        return value
      case 'ids':
        return (value as readonly string[]).join(', ')
      case 'contract':
        return contractName(value as ContractRef)
      case 'message':
        return text(value as Message)
      case 'messages':
        return (value as readonly Message[]).map(text).join(', ')
      case 'sentences':
        return (value as readonly Message[]).map(text).join(' ')
      case 'lines':
        return (value as readonly Message[]).map(text).join('\n')
      case 'day':
        return dayText(value as IstDate, language)
      case 'longDay':
        return longDayText(value as IstDate, language)
    }
  }
  return { language, text, label }
}

/** `NIFTY 24500 CE`. */
export function contractName({ symbol, strike, side }: ContractRef): string {
  return `${symbol} ${strike} ${side}`
}

/** Inside a sentence: 'time limit' of 'Time limit'. Hindi has no capitals. */
function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
