import type { OptionLegs } from '@strikewise/domain/market/option-legs.ts'
import { decodeFrame } from '@strikewise/kite/ticker/decode.ts'
import { newTable, type BenchSession, type RecordedFrame } from '../market/bench-session.ts'
import type { Path } from './live-path.ts'

/** The least a server of option chains can do: decode, and write last prices and open interest down as JSON. */
export class BaselinePath implements Path {
  readonly #table = newTable()
  readonly #chains: readonly OptionLegs[]
  #ticks = 0

  constructor(session: BenchSession) {
    this.#chains = session.pipelines(this.#table, () => undefined).map(({ chain }) => chain.legs)
  }

  take({ bytes, receivedAt }: RecordedFrame): number {
    this.#ticks = 0
    decodeFrame(bytes, this.#table, receivedAt, this.#count)
    return this.#ticks
  }

  answer(): number {
    const { lastPrice, openInterest } = this.#table
    let characters = 0
    for (const { strikes, slots } of this.#chains) {
      const rows = []
      for (let i = 0; i < strikes.length; i += 1) {
        const [call, put] = [slots[2 * i]!, slots[2 * i + 1]!]
        rows.push({
          strike: strikes[i]!,
          callOi: openInterest[call]!,
          callLtp: lastPrice[call]!,
          putOi: openInterest[put]!,
          putLtp: lastPrice[put]!,
        })
      }
      characters += JSON.stringify(rows).length
    }
    return characters
  }

  readonly #count = (): void => {
    this.#ticks += 1
  }
}
