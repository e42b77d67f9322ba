import { isLanguage, type Language } from '@strikewise/domain/text/language.ts'
import type { Caller } from '../identity/caller.ts'

/** The language a call is answered in: the account's, else the first the client accepts that we have, else English. */
export function answerLanguage(
  caller: Pick<Caller, 'language'> | undefined,
  acceptLanguage: string | undefined | null,
): Language {
  return caller?.language ?? acceptedLanguage(acceptLanguage ?? '')
}

/** Of `hi-IN, hi;q=0.9, en;q=0.8` the one with the highest weight, the first of equals. */
function acceptedLanguage(header: string): Language {
  let best: { language: Language; weight: number } | undefined
  for (const range of header.split(',')) {
    const [tag = '', ...parameters] = range.split(';')
    const language = tag.trim().toLowerCase().split('-')[0]
    const q = parameters.find((parameter) => parameter.trim().startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.trim().slice(2))
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language ?? 'en'
}
