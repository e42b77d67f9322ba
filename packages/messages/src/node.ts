import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { CATALOGUES } from './catalogues.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { type CompiledText, filledText } from './fill-text.ts'
import { NUMBER_LOCALES } from './language-tags.ts'
import { renderer, type Renderer } from './render.ts'
import { UNITS } from './units.ts'

/** Renderers of Node's processes, one a language. A text is compiled when it is first shown: all at once would cost 180 ms at start. */
const renderers = new Map<Language, Renderer>()

export function rendererOf(language: Language): Renderer {
  const known = renderers.get(language)
  if (known !== undefined) return known
  const texts: Readonly<Record<string, string>> = CATALOGUES[language]
  const compiled = new Map<string, CompiledText>()
  const locales = [NUMBER_LOCALES[language], 'en'].flat()
  const made = renderer(language, UNITS, (key, values) => {
    let text = compiled.get(key)
    if (text === undefined) {
      if (!Object.hasOwn(texts, key)) throw new RangeError(`no text for ${key} in ${language}`)
      text = compileMessageOrThrow(texts[key]!) as CompiledText
      compiled.set(key, text)
    }
    return filledText(text, values, locales)
  })
  renderers.set(language, made)
  return made
}
