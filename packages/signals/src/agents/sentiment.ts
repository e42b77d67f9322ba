import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SignalParams } from '../registry/params.ts'
import { NEGATIVE_WORDS, POSITIVE_WORDS, MARKET_PAIRS, NEGATIONS } from './sentiment-lexicon.ts'

/** A headline and when it was published. */
export interface Headline {
  readonly title: string
  readonly at: EpochMs
}

/** Words between which a market pair still belongs together. */
const PAIR_REACH = 4

/** (good - bad) / (good + bad + 1) of one title, between -1 and 1 (signals reference §1.7). */
export function titleSentiment(title: string, params: SignalParams['sentiment']): number {
  const words = tokensOf(title)
  let good = 0
  let bad = 0
  for (const [i, word] of words.entries()) {
    const paired = pairMeaning(words, i)
    const isGood = paired ?? POSITIVE_WORDS.has(word)
    const isBad = paired === undefined ? NEGATIVE_WORDS.has(word) : !paired
    // "Fails to rally" is bad; a bad word that is denied reports little.
    const denied = words.slice(Math.max(0, i - params.negationWords), i).some((before) => NEGATIONS.has(before))
    if (isGood && !denied) good += 1
    else if (isGood || (isBad && !denied)) bad += 1
  }
  return (good - bad) / (good + bad + 1)
}

/** The sentiment of the headlines of the last hours (signals reference §1.7). A headline counts from when it is received. */
export class Sentiment {
  readonly #params: SignalParams['sentiment']
  /** Newest last. */
  #headlines: { readonly at: EpochMs; readonly words: ReadonlySet<string>; readonly score: number }[] = []

  constructor(params: SignalParams['sentiment']) {
    this.#params = params
  }

  /** Takes a headline in, unless one with much the same title is there. False: it was. */
  addHeadline({ title, at }: Headline): boolean {
    const words = new Set(tokensOf(title))
    if (words.size === 0 || this.#headlines.some((known) => this.#isSame(known.words, words))) return false
    this.#headlines.push({ at, words, score: titleSentiment(title, this.#params) })
    this.#headlines.sort((a, b) => a.at - b.at)
    return true
  }

  /** Mean of the fresh headlines, each half as heavy every two hours; null under three. */
  at(now: EpochMs): number | null {
    const { freshMs, halfLifeMs, minHeadlines } = this.#params
    while (this.#headlines.length > 0 && now - this.#headlines[0]!.at > freshMs) this.#headlines.shift()
    let weight = 0
    let sum = 0
    let count = 0
    for (const { at, score } of this.#headlines) {
      // One with a time that has not come yet is for later.
      if (at > now) continue
      const w = 0.5 ** ((now - at) / halfLifeMs)
      count += 1
      weight += w
      sum += w * score
    }
    return count < minHeadlines ? null : sum / weight
  }

  /** Shared words over the words of the shorter title: a syndicated copy only adds some. */
  #isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
    const shared = [...a].filter((word) => b.has(word)).length
    return shared / Math.min(a.size, b.size) >= this.#params.sameTitle
  }
}

function tokensOf(title: string): string[] {
  return (
    title
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z][a-z'-]*/g) ?? []
  )
}

/** True: good beside a word near by; false: bad; undefined: part of no pair. The other word may come before or after. */
function pairMeaning(words: readonly string[], i: number): boolean | undefined {
  const near = words.slice(Math.max(0, i - PAIR_REACH), i + PAIR_REACH + 1)
  return MARKET_PAIRS.find((pair) => pair.words.has(words[i]!) && near.some((word) => pair.with.has(word)))?.good
}
