import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { hash } from 'node:crypto'
import { decodeFrame } from '@strikewise/kite/ticker/decode.ts'
import { benchSession, newTable, type BenchSession } from '../market/bench-session.ts'
import { retainedBytes, warmMsPerRun } from '../measure.ts'
import { WholePath } from './full-path.ts'

export const MINUTES = 10

export interface DecodeMeasured {
  readonly ticks: number
  readonly instruments: number
  readonly msPerRun: number
  /** Of the quote table after the last frame: both sides must end with the same. */
  readonly quotesHash: string
}

export interface PipelineMeasured extends DecodeMeasured {
  readonly decisions: number
  readonly decisionsHash: string
  readonly usPerClosedMinute: number
  /** A closed minute against the same one without the agents on trial; the decisions were the same. */
  readonly shadowAgentsRatio: number
  readonly usPerObservation: number
  readonly retainedBytes: number
}

/** The bare loop: the same frames into the same kind of table, and nothing is made of them. */
export function decodeCompetitor(): DecodeMeasured {
  const session = benchSession(MINUTES)
  const prepare = () => {
    const table = newTable()
    for (const token of session.tokens) table.add(token)
    return table
  }
  const work = (table: QuoteTable) => {
    for (const { bytes, receivedAt } of session.frames) decodeFrame(bytes, table, receivedAt)
  }
  const msPerRun = warmMsPerRun(prepare, work)
  const table = prepare()
  work(table)
  return { ...about(session), msPerRun, quotesHash: hashOf(table) }
}

/** Ticks → candles, chain, agents → decisions, hash-chained. */
export function fullCompetitor(): PipelineMeasured {
  const session = benchSession(MINUTES)
  const timed = { closingMs: 0, closings: 0, observingMs: 0, observations: 0 }
  const msPerRun = warmMsPerRun(
    () => new WholePath(session),
    (path) => {
      path.run()
      timed.closingMs += path.closingMs
      timed.closings += path.closings
      timed.observingMs += path.observingMs
      timed.observations += path.observations
    },
  )
  const path = new WholePath(session)
  const retained = retainedBytes(() => path.run())
  return {
    ...about(session),
    msPerRun,
    quotesHash: hashOf(path.table),
    decisions: path.decisions,
    decisionsHash: path.hash,
    usPerClosedMinute: (1000 * timed.closingMs) / timed.closings,
    usPerObservation: (1000 * timed.observingMs) / timed.observations,
    shadowAgentsRatio: shadowAgentsRatio(session, path.hash),
    retainedBytes: retained,
  }
}

/** Passes of each kind that are compared; the first of each warm the code. */
const PASSES = { warm: 4, measured: 20 }

/** Passes with and without agents on trial take turns; the least of each is compared: other work only adds time. */
function shadowAgentsRatio(session: BenchSession, hash: string): number {
  const least = { with: Number.POSITIVE_INFINITY, without: Number.POSITIVE_INFINITY }
  for (let pass = 0; pass < PASSES.warm + PASSES.measured; pass += 1)
    for (const kind of pass % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const path = new WholePath(session, kind === 'without')
      path.run()
      if (path.hash !== hash) throw new Error('the agents on trial changed a decision')
      if (pass >= PASSES.warm) least[kind] = Math.min(least[kind], path.closingMs / path.closings)
    }
  return least.with / least.without
}

function about({ ticks, tokens }: BenchSession) {
  return { ticks, instruments: tokens.length }
}

function hashOf(table: QuoteTable): string {
  const columns = Object.values(table).filter((column) => ArrayBuffer.isView(column))
  return hash('sha256', Buffer.concat(columns.map((column) => Buffer.from(column.buffer))))
}
