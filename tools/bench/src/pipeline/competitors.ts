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
  /** The same without the agents on trial; the decisions were the same. */
  readonly usPerClosedMinuteWithoutShadowAgents: number
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
  const without = withoutShadowAgents(session)
  const path = new WholePath(session)
  const retained = retainedBytes(() => path.run())
  const measured: PipelineMeasured = {
    ...about(session),
    msPerRun,
    quotesHash: hashOf(path.table),
    decisions: path.decisions,
    decisionsHash: path.hash,
    usPerClosedMinute: (1000 * timed.closingMs) / timed.closings,
    usPerObservation: (1000 * timed.observingMs) / timed.observations,
    usPerClosedMinuteWithoutShadowAgents: without.usPerClosedMinute,
    retainedBytes: retained,
  }
  if (without.hash !== measured.decisionsHash) throw new Error('the agents on trial changed a decision')
  return measured
}

/** A closed minute of the same session without the agents on trial, and the hash of its decisions. */
function withoutShadowAgents(session: BenchSession) {
  const timed = { closingMs: 0, closings: 0, hash: '' }
  warmMsPerRun(
    () => new WholePath(session, true),
    (path) => {
      path.run()
      timed.closingMs += path.closingMs
      timed.closings += path.closings
      timed.hash = path.hash
    },
  )
  return { usPerClosedMinute: (1000 * timed.closingMs) / timed.closings, hash: timed.hash }
}

function about({ ticks, tokens }: BenchSession) {
  return { ticks, instruments: tokens.length }
}

function hashOf(table: QuoteTable): string {
  const columns = Object.values(table).filter((column) => ArrayBuffer.isView(column))
  return hash('sha256', Buffer.concat(columns.map((column) => Buffer.from(column.buffer))))
}
