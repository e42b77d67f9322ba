import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { BadFile } from './bad-file.ts'
import { sessionBars, type SessionFile, type SessionBars } from './session-bars.ts'
import { isTickFile, tickSessions } from './tick-sessions.ts'

const KINDS = ['.csv', '.csv.gz', '.parquet']

/**
 * The files that `names` (files and folders) mean, sorted. Of a folder those with `1m` in their name, if there are any:
 * vendors keep other timeframes beside them. Throws BadFile for what does not exist or holds nothing to read.
 */
export function filesOf(names: readonly string[], fileKind: '1m' | 'chain'): string[] {
  const files = names.flatMap((name) => {
    const about = statSync(name, { throwIfNoEntry: false })
    if (about === undefined) throw new BadFile(name, undefined, 'there is no such file or folder')
    if (!about.isDirectory()) {
      if (isOfKind(name)) return [name]
      throw new BadFile(name, undefined, `not a ${KINDS.join(', ')} file`)
    }
    const inside = readdirSync(name).filter(isOfKind).sort()
    const named = inside.filter((file) => file.includes(fileKind))
    const chosen = named.length > 0 ? named : inside
    if (chosen.length === 0) throw new BadFile(name, undefined, `no ${KINDS.join(', ')} file in it`)
    return chosen.map((file) => path.join(name, file))
  })
  return [...new Set(files)]
}

function isOfKind(name: string): boolean {
  return KINDS.some((kind) => name.endsWith(kind))
}

/**
 * The sessions of all files in time order, one open file buffer a file in memory. A session that another file has
 * brought already is left out, and so are bars of a file that come after later ones of the same index.
 */
export async function* mergedSessions(
  files: readonly string[],
  calendar: TradingCalendar,
  reading: SessionFile,
): AsyncGenerator<SessionBars> {
  const sources = files.map((file) => sessionsOf(file, calendar, reading))
  const heads = await Promise.all(sources.map((source) => source.next()))
  const lastDay = new Map<IndexSymbol, IstDate>()
  try {
    for (;;) {
      let earliest = -1
      for (const [i, head] of heads.entries())
        if (head.done !== true && (earliest < 0 || isBefore(head.value, heads[earliest]!.value as SessionBars)))
          earliest = i
      if (earliest < 0) return
      const session = heads[earliest]!.value as SessionBars
      heads[earliest] = await sources[earliest]!.next()
      if (session.day <= (lastDay.get(session.symbol) ?? ''))
        reading.leftOut('sessions that another file brought already', 1)
      else {
        lastDay.set(session.symbol, session.day)
        yield session
      }
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)))
  }
}

async function* sessionsOf(file: string, calendar: TradingCalendar, reading: SessionFile): AsyncGenerator<SessionBars> {
  yield* (await isTickFile(file)) ? tickSessions(file, calendar, reading) : sessionBars(file, calendar, reading)
}

function isBefore(a: SessionBars, b: SessionBars): boolean {
  return a.day === b.day ? a.bars.length > b.bars.length && a.symbol === b.symbol : a.day < b.day
}
