import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { CATALOGUES } from './catalogues.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { NUMBER_LOCALES } from './language-tags.ts'
import { renderer, type Renderer } from './render.ts'
import { UNITS } from './units.ts'

/** Renderers of Node's processes, one a language. A text is compiled when it is first shown: all at once would cost 180 ms at start. */
const renderers = new Map<Language, Renderer>()

export function rendererOf(language: Language): Renderer {
  const known = renderers.get(language)
  if (known !== undefined) return known
  const i18n = setupI18n()
  i18n.loadAndActivate({ locale: language, locales: NUMBER_LOCALES[language], messages: {} })
  const texts: Readonly<Record<string, string>> = CATALOGUES[language]
  const made = renderer(language, UNITS, (key, values) => {
    if (i18n.messages[key] === undefined) {
      if (!Object.hasOwn(texts, key)) throw new RangeError(`no text for ${key} in ${language}`)
      i18n.load(language, { [key]: compileMessageOrThrow(texts[key]!) })
    }
    return i18n._(key, values)
  })
  renderers.set(language, made)
  return made
}
