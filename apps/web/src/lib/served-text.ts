import type { I18n } from '@lingui/core'

/** A number with its sign: '23.1', '24,500', '09:45', '-0.32'. */
const NUMBER = String.raw`(?:(?<![\w)])[-+])?\d(?:[\d,.:]*\d)?`

/** How the parts of a named placeholder stand together; each is looked up by itself. */
const SEPARATORS: Readonly<Record<string, string>> = { sentence: '\n' }
/** Placeholders of what is shown as it came: names, ids, what a person wrote. */
const VERBATIM = new Set(['words', 'more'])
const NAMED = /\{(?:sentence|words|more)\}/

/**
 * A text that came in English from the domain or the server, in the language `i18n` shows; undefined where nobody has
 * translated it. It is looked up as it stands, then with its numbers taken out: 'Entry 3 is missing' as 'Entry {0} is missing';
 * then among the texts made of others: 'NIFTY: {sentence}'. What can be looked up is listed in `src/served-texts`.
 */
export function servedTranslation(i18n: I18n, text: string): string | undefined {
  if (!/\p{L}/u.test(text)) return text
  if (Object.hasOwn(i18n.messages, text)) return i18n._(text)
  const numbers: string[] = []
  const pattern = text.replaceAll(new RegExp(NUMBER, 'g'), (number) => `{${numbers.push(number) - 1}}`)
  if (Object.hasOwn(i18n.messages, pattern)) return i18n._(pattern, Object.fromEntries(numbers.entries()))
  for (const { id, shape } of framesOf(i18n.messages)) {
    const found = shape.exec(text)?.groups
    const values = found && translatedParts(i18n, found)
    if (values !== undefined) return i18n._(id, values)
  }
  return undefined
}

/** The same for attributes and toasts, which can hold text only: English where there is no translation. */
export const servedText = (i18n: I18n, text: string): string => servedTranslation(i18n, text) ?? text

/** Undefined when one of the parts has no translation: a text is shown in one language. */
function translatedParts(i18n: I18n, found: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const values: Record<string, string> = {}
  for (const [name, text] of Object.entries(found)) {
    const separator = SEPARATORS[name]
    if (VERBATIM.has(name)) values[name] = text
    else if (separator === undefined) values[name.slice(1)] = text
    else {
      const parts = text.split(separator).map((part) => servedTranslation(i18n, part))
      if (parts.includes(undefined)) return undefined
      values[name] = parts.join(separator)
    }
  }
  return values
}

interface Frame {
  readonly id: string
  readonly shape: RegExp
}

/** By the messages loaded so far: catalogs come one after the other. */
const frames = new WeakMap<object, { readonly count: number; readonly found: readonly Frame[] }>()

function framesOf(messages: object): readonly Frame[] {
  const ids = Object.keys(messages)
  const known = frames.get(messages)
  if (known?.count === ids.length) return known.found
  // The more a frame says itself, the better it fits.
  const found = ids
    .filter((id) => NAMED.test(id))
    .toSorted((a, b) => b.length - a.length)
    .map((id) => ({ id, shape: shapeOf(id) }))
  frames.set(messages, { count: ids.length, found })
  return found
}

/** '{0} units: {sentence}' as an expression with the groups `n0` and `sentence`. */
function shapeOf(id: string): RegExp {
  const source = id
    .split(/(\{\w+\})/)
    .map((piece) => {
      const name = /^\{(\w+)\}$/.exec(piece)?.[1]
      if (name === undefined) return piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      return SEPARATORS[name] === undefined && !VERBATIM.has(name) ? `(?<n${name}>${NUMBER})` : `(?<${name}>[^]+)`
    })
    .join('')
  return new RegExp(`^${source}$`)
}
