import type { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { decodeFrame } from '@strikewise/kite/ticker/decode.ts'
import { newTable, type BenchSession, type RecordedFrame } from '../market/bench-session.ts'

/** What a turn of the event loop does with a frame, and what it then answers with. */
export interface Path {
  /** Takes a frame in; returns how many ticks it had. */
  take(frame: RecordedFrame): number
  /** Everything a screen polls, as JSON; returns its characters. */
  answer(frame: RecordedFrame): number
}

/** The way of the market role: chain, agents and decisions from each tick, signals and chain rows serialised once a turn. */
export class LivePath implements Path {
  readonly table = newTable()
  readonly pipelines: readonly SymbolPipeline[]
  readonly #slots: Uint32Array
  #slotCount = 0

  constructor(session: BenchSession) {
    this.pipelines = session.pipelines(this.table, () => undefined)
    this.#slots = new Uint32Array(session.tokens.length)
  }

  take(frame: RecordedFrame): number {
    this.due(frame)
    const slots = this.decode(frame)
    this.tick(slots)
    return slots.length
  }

  due({ receivedAt }: RecordedFrame): void {
    for (const pipeline of this.pipelines) pipeline.onTimer(receivedAt)
  }

  /** Returns the slots the frame wrote. */
  decode({ bytes, receivedAt }: RecordedFrame): Uint32Array {
    this.#slotCount = 0
    decodeFrame(bytes, this.table, receivedAt, this.#noteSlot)
    return this.#slots.subarray(0, this.#slotCount)
  }

  tick(slots: Uint32Array): void {
    for (const pipeline of this.pipelines) pipeline.onTicks(slots)
  }

  answer({ receivedAt }: RecordedFrame): number {
    let characters = 0
    for (const pipeline of this.pipelines) {
      characters += JSON.stringify(pipeline.signals(receivedAt)).length
      characters += JSON.stringify(pipeline.chainRows()).length
    }
    return characters
  }

  readonly #noteSlot = (slot: number): void => {
    this.#slots[this.#slotCount] = slot
    this.#slotCount += 1
  }
}
