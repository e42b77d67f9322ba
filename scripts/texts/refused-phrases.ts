// Words and phrases that texts and documents do not use, found where they stand.
import { refusedPhraseIn } from '../lint/language.ts'

export interface PhraseFound {
  /** From 1. */
  readonly line: number
  readonly phrase: string
  readonly instead: string
}

/** What Markdown quotes: fenced code, and the text of others behind `>`. */
const FENCE = /^\s*```/
/** Where a link leads, and its definition: names of files are as they are. */
const LINK_TARGET = /\]\([^)]*\)|^\[[^\]]+\]: .*$/g
const QUOTED = /^\s*>/

/** The first refused phrase of each line of a Markdown document, apart from code, quotes and targets of links. */
export function refusedPhrasesOfDocument(document: string): readonly PhraseFound[] {
  let isInFence = false
  return document.split('\n').flatMap((text, at) => {
    if (FENCE.test(text)) isInFence = !isInFence
    return isInFence || FENCE.test(text) || QUOTED.test(text) ? [] : foundIn(text.replaceAll(LINK_TARGET, ']'), at)
  })
}

/** Speaks of a person, for whom the word is right. */
const EXEMPT_TEXT = / if you hear nothing\.$/
/** Where a legal text stands, which keeps its wording. */
const LEGAL_SOURCE = /^#: src\/routes\/legal\//

/** The first refused phrase of each English text of a gettext catalogue: what stands behind `msgid`, over its lines. */
export function refusedPhrasesOfCatalogue(catalogue: string): readonly PhraseFound[] {
  const found: PhraseFound[] = []
  let at = 0
  for (const entry of catalogue.split(/\n\n/)) {
    const lines = entry.split('\n')
    const begin = lines.findIndex((line) => line.startsWith('msgid '))
    const end = lines.findIndex((line) => line.startsWith('msgstr '))
    const sources = lines.filter((line) => line.startsWith('#: '))
    const isLegal = sources.length > 0 && sources.every((line) => LEGAL_SOURCE.test(line))
    const text = lines
      .slice(begin, end < 0 ? undefined : end)
      .map((line) => /"(.*)"$/.exec(line)?.[1] ?? '')
      .join('')
    if (begin >= 0 && !isLegal && !EXEMPT_TEXT.test(text)) found.push(...foundIn(text, at + begin))
    at += lines.length + 1
  }
  return found
}

/** The first refused phrase of each string of a JSON catalogue of messages, one a line. */
export function refusedPhrasesOfMessages(catalogue: string): readonly PhraseFound[] {
  return catalogue.split('\n').flatMap((line, at) => foundIn(line.replace(/^\s*"[^"]*":/, ''), at))
}

function foundIn(text: string, at: number): readonly PhraseFound[] {
  const found = refusedPhraseIn(text)
  return found === undefined ? [] : [{ line: at + 1, ...found }]
}
