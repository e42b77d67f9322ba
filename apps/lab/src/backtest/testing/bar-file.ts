import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { addDays, istDate, istInstant, istIso, weekdayOf, type IstDate } from '@strikewise/domain/time/ist.ts'

/** A folder for one test file's bars; `remove` when done. */
export function barFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'backtest-'))
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    /** Writes lines under a name, gzipped when it reports it, and returns the whole path. */
    write: (name: string, lines: readonly string[]): string => {
      const target = path.join(folder, name)
      const text = `${lines.join('\n')}\n`
      writeFileSync(target, name.endsWith('.gz') ? gzipSync(text) : text)
      return target
    },
  }
}

export const HEAD = 'symbol,ts,open,high,low,close,volume,oi'

/** Lines of full sessions from `first` on, of an index that swings and drifts: enough for decisions of every kind. */
export function swingingSessions(first: string, sessions: number): string[] {
  const lines: string[] = []
  let day: IstDate = istDate(first)
  let close = 17_500
  for (let n = 0; n < sessions; day = addDays(day, 1)) {
    const weekday = weekdayOf(day)
    if (weekday === 0 || weekday === 6) continue
    const pull = n % 2 === 0 ? 1 : -1
    for (let minute = 0; minute < 375; minute += 1) {
      const open = close
      close += pull * 0.9 + 4 * Math.sin((minute + 31 * n) / 7) + 3 * Math.sin((minute * 2.39996) % 11)
      const high = Math.max(open, close) + 1.5 + (minute % 5)
      const low = Math.min(open, close) - 1.5 - (minute % 3)
      const prices = [open, high, low, close].map((price) => price.toFixed(2))
      lines.push(`NIFTY,${istIso(istInstant(day, 9, 15 + minute))},${prices.join(',')},,`)
    }
    n += 1
  }
  return lines
}
