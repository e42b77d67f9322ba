import type { I18n, Messages } from '@lingui/core'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { dayText, figureText, isFigureUnit, listText } from './figures.ts'
import type { LabelSet, LabelValues } from './labels.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { Message } from './message.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { isLabelUnit, type Unit } from './unit.ts'
import { UNITS } from './units.ts'

/** Texts of messages in one language. */
export interface Renderer {
  readonly language: Language
  /** The message's text. Throws a RangeError for a code or a parameter that has no text. */
  readonly text: (message: Message) => string
  readonly label: <S extends LabelSet>(set: S, value: LabelValues[S]) => string
}

/** A compiled text by its key; undefined where the language has none. */
export type CompiledText = (key: string) => Messages[string] | undefined

/**
 * One renderer for the browser, mails, chat, PDF, CSV and the API. Each parameter is formatted by its unit, nested messages are
 * rendered first, and Lingui fills the catalogue's ICU text. `i18n` is active in `language`; `compiled` gives the texts it has not loaded.
 */
export function renderer(i18n: I18n, language: Language, compiled: CompiledText = () => undefined): Renderer {
  const fill = (key: string, values: Record<string, unknown>): string => {
    if (i18n.messages[key] === undefined) {
      const found = compiled(key)
      if (found === undefined) throw new RangeError(`no text for ${key} in ${language}`)
      i18n.load(i18n.locale, { [key]: found })
    }
    return i18n._(key, values)
  }
  const label = (set: string, value: string): string => fill(`label.${set}.${value}`, {})
  const text = (message: Message): string => {
    const { code, ...params } = message
    const units: Readonly<Record<string, Unit>> = UNITS[code]
    const values: Record<string, unknown> = {}
    for (const name of Object.keys(units)) values[name] = shown(units[name]!, (params as Record<string, unknown>)[name])
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
      case 'day':
        return dayText(value as IstDate, language)
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
