import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { decodeFrame } from '@strikewise/kite/ticker/decode.ts'
import type { Size } from '../bench.ts'
import { benchSession, newTable } from '../market/bench-session.ts'

/** The shared recorded data, beside the repository; absent on a plain clone. */
const TICKS = path.join(import.meta.dirname, '../../../../../shared/data/ticks/kite_ticks_2025-10-08.csv.gz')
const MINUTES: Readonly<Record<Size, number>> = { full: 3, smallest: 1 }
const MAX_TICKS: Readonly<Record<Size, number>> = { full: Number.POSITIVE_INFINITY, smallest: 2000 }

/** What is recorded: full packets of the made-up market, or last prices as a broker's socket once sent them. */
export const FEEDS = ['simulated', 'recorded'] as const
export type FeedName = (typeof FEEDS)[number]

/** A message of the feed: writes itself into the feed's table and shows which slots it wrote, valid until the next. */
interface Message {
  readonly at: EpochMs
  take(): Uint32Array
}

export interface Feed {
  readonly table: QuoteTable
  /** Whether a packet carries depth, volumes and open interest, or the last price alone. */
  readonly packets: 'full' | 'last price'
  readonly messages: readonly Message[]
  readonly ticks: number
}

/** Undefined: the data is not here. */
export function feedOf(name: FeedName, size: Size): Feed | undefined {
  return name === 'simulated' ? simulatedFeed(MINUTES[size]) : recordedFeed(MAX_TICKS[size])
}

function simulatedFeed(minutes: number): Feed {
  const session = benchSession(minutes)
  const table = newTable()
  session.pipelines(table, () => undefined)
  const slots = new Uint32Array(session.tokens.length)
  let count = 0
  const note = (slot: number) => {
    slots[count] = slot
    count += 1
  }
  const messages = session.frames.map(({ receivedAt, bytes }) => ({
    at: receivedAt,
    take() {
      count = 0
      decodeFrame(bytes, table, receivedAt, note)
      return slots.subarray(0, count)
    },
  }))
  return { table, packets: 'full', messages, ticks: session.ticks }
}

/** `ts,token,symbol,ltp`, in rupees, of one day. */
function recordedFeed(most: number): Feed | undefined {
  if (!existsSync(TICKS)) return undefined
  const lines = gunzipSync(readFileSync(TICKS)).toString().trim().split('\n').slice(1)
  const table = newTable()
  const messages = lines.slice(0, most).map((line): Message => {
    const [ts, token, , ltp] = line.split(',')
    const at = Date.parse(ts!) as EpochMs
    const known = table.slotOf(Number(token))
    const slot = known < 0 ? table.add(Number(token)) : known
    const price = Math.round(100 * Number(ltp))
    const slots = Uint32Array.of(slot)
    return {
      at,
      take() {
        table.lastPrice[slot] = price
        table.receivedAt[slot] = at
        return slots
      },
    }
  })
  return { table, packets: 'last price', messages, ticks: messages.length }
}

/** The day a feed is of, for the name of its file. */
export function dayOf({ messages }: Feed): string {
  return istDateAt(messages[0]!.at)
}
