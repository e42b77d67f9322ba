import { chainedHash, decisionBytes, FIRST_HASH } from '@strikewise/signals/decision/decision-bytes.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { decodeFrame } from '@strikewise/kite/ticker/decode.ts'
import { newTable, type BenchSession } from '../market/bench-session.ts'

/** One pass of a session through everything between the socket and the decision log. */
export class WholePath {
  readonly table: QuoteTable = newTable()
  readonly #session: BenchSession
  readonly #pipelines: readonly SymbolPipeline[]
  readonly #slots: Uint32Array
  #slotCount = 0
  #hash = FIRST_HASH
  #second = 0
  #minute = 0
  decisions = 0
  /** Milliseconds inside the calls that closed a minute, and inside those that only read chain and rules. */
  closingMs = 0
  closings = 0
  observingMs = 0
  observations = 0

  constructor(session: BenchSession, withoutShadowAgents = false) {
    this.#session = session
    this.#slots = new Uint32Array(session.tokens.length)
    const onDecision = (decision: Decision) => {
      // Chained as the decision log chains them: the hash of the last one vouches for all.
      this.#hash = chainedHash(this.#hash, decisionBytes(decision))
      this.decisions += 1
    }
    this.#pipelines = session.pipelines(this.table, onDecision, withoutShadowAgents)
  }

  /** Hash over every decision of the pass. */
  get hash(): string {
    return this.#hash
  }

  /** In the order the pipeline asks for: what is due, then the frame, then its slots. */
  run(): void {
    for (const { bytes, receivedAt } of this.#session.frames) {
      this.#doDue(receivedAt)
      this.#slotCount = 0
      decodeFrame(bytes, this.table, receivedAt, this.#noteSlot)
      const written = this.#slots.subarray(0, this.#slotCount)
      for (const pipeline of this.#pipelines) pipeline.onTicks(written)
    }
  }

  /** Two readings of the process's clock a frame: next to hundreds of ticks they do not show. */
  #doDue(now: EpochMs): void {
    const startedAt = performance.now()
    for (const pipeline of this.#pipelines) pipeline.onTimer(now)
    const ms = performance.now() - startedAt
    const second = Math.floor(now / 1000)
    const minute = Math.floor((now - SIGNAL_PARAMS.candles.graceMs) / MINUTE_MS)
    if (minute !== this.#minute && this.#minute > 0) {
      this.closingMs += ms
      this.closings += this.#pipelines.length
    } else if (second !== this.#second) {
      this.observingMs += ms
      this.observations += this.#pipelines.length
    }
    this.#second = second
    this.#minute = minute
  }

  readonly #noteSlot = (slot: number): void => {
    this.#slots[this.#slotCount] = slot
    this.#slotCount += 1
  }
}
