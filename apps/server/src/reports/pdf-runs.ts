/** A piece of a line that one font writes. */
export interface Run {
  readonly text: string
  readonly script: 'latin' | 'devanagari'
}

const DEVANAGARI = /([\u0900-\u097F\u200C\u200D]+(?: +[\u0900-\u097F\u200C\u200D]+)*)/

/** A line by the fonts that write it: the library takes no second font for letters that the first one does not have. */
export function runsOf(text: string): Run[] {
  return text
    .split(DEVANAGARI)
    .map((piece, i) => ({ text: piece, script: i % 2 === 1 ? ('devanagari' as const) : ('latin' as const) }))
    .filter((run) => run.text !== '')
}

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

/** The longest beginning of `text` that fits with an ellipsis behind it, or `text` where it fits. A letter keeps its signs. */
export function fitted(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment)
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`${letters.slice(0, middle).join('')}…`)) low = middle
    else high = middle - 1
  }
  return `${letters.slice(0, low).join('').trimEnd()}…`
}

/** `text` in lines that fit, broken between words; a word that fits no line stands alone. */
export function wrapped(text: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && !fits(longer)) lines.push(word)
    else lines.splice(-1, 1, longer)
  }
  return lines
}
