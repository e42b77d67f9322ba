import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { mergedSessions } from '../../../../../apps/lab/src/backtest/input/bar-files.ts'
import { IndexWatch } from '../facts/index-facts.ts'
import type { ChainFacts, IndexFacts, SessionFacts } from '../facts/session-facts.ts'
import { recordedChainFacts } from './recorded-chain.ts'

/** The calm, current years of the records: what the ranges of the index are measured against. */
const YEARS = ['2021', '2022', '2023', '2024', '2025', '2026'] as const
/** Short sessions (outages, halts, Muhurat) are other days. */
const FULL_MINUTES = 370

/**
 * Facts of the recorded sessions in `folder`: index bars from 2021 on, and the chains that were recorded minute by
 * minute with bid and ask. The two are of other days, so a chain's facts come with an empty index.
 */
export async function recordedSessions(folder: string): Promise<Record<IndexSymbol, SessionFacts[]>> {
  const [nifty, bank] = [await indexFactsOf(folder, 'NIFTY'), await indexFactsOf(folder, 'BANKNIFTY')]
  const partners = new Map(nifty.map((index) => [index.day, index.returns]))
  const facts = { NIFTY: nifty, BANKNIFTY: bank }
  const sessions = {} as Record<IndexSymbol, SessionFacts[]>
  for (const symbol of INDEX_SYMBOLS) {
    const chains = await chainFactsOf(folder, symbol)
    sessions[symbol] = facts[symbol].flatMap((index, i): SessionFacts[] => {
      const partner = partners.get(index.day)
      // A minute that one of the two lacks would pair others with the wrong ones.
      if (partner?.length !== index.returns.length) return []
      return [{ index, partner, chain: chains[i], entriesR: [] }]
    })
  }
  return sessions
}

async function indexFactsOf(folder: string, symbol: IndexSymbol): Promise<IndexFacts[]> {
  const files = YEARS.map((year) => path.join(folder, 'bars', `${symbol}_1m_${year}.csv.gz`)).filter(existsSync)
  const watch = new IndexWatch()
  const facts: IndexFacts[] = []
  const unheard = { leftOut: () => undefined, took: () => undefined }
  for await (const session of mergedSessions(files, nseCalendar, unheard)) {
    if (session.bars.length < FULL_MINUTES) continue
    const found = watch.play(session)
    if (found !== undefined) facts.push(found)
  }
  return facts
}

async function chainFactsOf(folder: string, symbol: IndexSymbol): Promise<ChainFacts[]> {
  const chains = path.join(folder, 'chain')
  if (!existsSync(chains)) return []
  const files = readdirSync(chains).filter((file) => file.startsWith(`${symbol}_chain_`))
  const facts: ChainFacts[] = []
  for (const file of files.sort()) {
    const found = await recordedChainFacts(path.join(chains, file))
    if (found !== undefined) facts.push(found)
  }
  return facts
}
