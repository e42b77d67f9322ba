import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { decodeFrame } from '@strikewise/kite/ticker/decode.ts'
import { newTable } from '../market/bench-session.ts'
import { retainedBytes, warmMsPerRun } from '../measure.ts'
import { tickFrames, type TickFrames } from './tick-frames.ts'

export interface TicksMeasured {
  readonly ticks: number
  readonly msPerRun: number
  readonly retainedBytes: number
}

const RECEIVED_AT = 1_789_533_000_000 as EpochMs

export function productCompetitor(): TicksMeasured {
  const input = tickFrames()
  const table = tableFor(input)
  const read = () => {
    for (const frame of input.frames) decodeFrame(frame, table, RECEIVED_AT)
  }
  return measured(input, read)
}

export async function officialCompetitor(): Promise<TicksMeasured> {
  const input = tickFrames()
  const { officialTicks } = await import('./official-parser.ts')
  const read = () => {
    for (const frame of input.frames) officialTicks(frame)
  }
  return measured(input, read)
}

/** A table that knows the instruments of the frames. */
export function tableFor({ tokens }: TickFrames): QuoteTable {
  const table = newTable()
  for (const token of tokens) table.add(token)
  return table
}

function measured({ ticks }: TickFrames, read: () => void): TicksMeasured {
  const msPerRun = warmMsPerRun(() => undefined, read)
  return { ticks, msPerRun, retainedBytes: retainedBytes(read) }
}
