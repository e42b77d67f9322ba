import { i18n, type Messages } from '@lingui/core'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { LabelSet, LabelValues } from '@strikewise/messages/labels.ts'
import { renderer, type Renderer } from '@strikewise/messages/render.ts'
import type { Unit, UnitsOf } from '@strikewise/messages/unit.ts'

type AnyMessage = { readonly code: string }

/** Units of the families whose modules were loaded so far. */
export const units: Record<string, Readonly<Record<string, Unit>>> = {}
/** The English texts of those families and of the labels they fill in. */
export const english: Messages = {}

/** By language; a text that has not been translated is shown in English. */
const renderers = new Map<string, Renderer>()

/** The renderer of the language shown. */
export function currentRenderer(): Renderer {
  const known = renderers.get(i18n.locale)
  if (known !== undefined) return known
  const made = renderer(i18n.locale as Language, units, (key, values) => {
    const message = english[key]
    if (message === undefined) throw new RangeError(`no text for ${key}`)
    // The build compiles the catalogues: `message` is a compiled text, which Lingui takes as well. A name from elsewhere is plain.
    const compiled = typeof message === 'string' ? [message] : message
    return i18n._(key, { ...values }, { message: compiled as unknown as string })
  })
  renderers.set(i18n.locale, made)
  return made
}

/**
 * The texts of the messages `M` in the language shown. `texts` are the English catalogues of the family and of the labels and
 * messages that it fills in; Hindi arrives with the page's other texts (locales/hi). Components
 * that show one call `useLingui`, so that they are rendered again in another language.
 */
export function messageFamily<M extends AnyMessage>(
  of: UnitsOf<M>,
  ...texts: readonly Readonly<Record<string, string>>[]
): (message: M) => string {
  Object.assign(units, of)
  Object.assign(english, ...texts)
  // One renderer has the families of every screen, so its type cannot name this one.
  return (message) => currentRenderer().text(message as never)
}

/** The names of the values of a set in the language shown; `texts` are the English catalogues that hold them. */
export function labelSet<S extends LabelSet>(
  set: S,
  ...texts: readonly Readonly<Record<string, string>>[]
): (value: LabelValues[S]) => string {
  Object.assign(english, ...texts)
  return (value) => currentRenderer().label(set, value)
}
