import {
  INDEX_SYMBOLS,
  OPTION_SIDES,
  type IndexSymbol,
  type OptionContract,
} from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'

const published = z.object({ version: z.number(), json: z.string() })
const contracts = z.object({
  options: z.array(
    z.object({
      token: z.number(),
      tradingsymbol: z.string(),
      symbol: z.enum(INDEX_SYMBOLS),
      expiry: z.string().transform((text) => istDate(text)),
      strike: z.number(),
      side: z.enum(OPTION_SIDES),
      tickSize: z.number().transform((paise) => paise as Paise),
      lotSize: z.number(),
    }),
  ),
})
const range = z.object({ atr5: z.number() })

/** What names one option of an index. */
export interface OptionTerms extends Pick<OptionContract, 'symbol' | 'strike' | 'side'> {
  /** Undefined: the nearest that is listed. */
  readonly expiry: IstDate | undefined
}

/** The contracts that the market role watches today, and how far each index moves, as it last reported them. */
export class ContractLists {
  readonly #options = new Map<IndexSymbol, { readonly version: string; readonly list: readonly OptionContract[] }>()
  readonly #ranges = new Map<IndexSymbol, Paise>()
  readonly #unsubscribe: () => void

  constructor(bus: Bus, logger: Logger) {
    this.#unsubscribe = bus.subscribe('snapshot.*', (subject, payload) => {
      const [, kind, symbol] = subject.split('.')
      if ((kind !== 'listed' && kind !== 'range') || !isIndex(symbol)) return
      try {
        this.#take(kind, symbol, published.parse(payload).json)
      } catch (error) {
        logger.error({ err: error, subject }, 'a snapshot could not be read')
      }
    })
  }

  /** The contract of these terms; undefined: none is watched. */
  find({ symbol, strike, side, expiry }: OptionTerms): OptionContract | undefined {
    const listed = this.#options.get(symbol)?.list ?? []
    // By expiry: the first is the nearest.
    return listed.find((one) => one.strike === strike && one.side === side && (expiry ?? one.expiry) === one.expiry)
  }

  /** ATR14 of the index's five-minute bars in paise of points; undefined while it is not known. */
  range(symbol: IndexSymbol): Paise | undefined {
    return this.#ranges.get(symbol)
  }

  close(): void {
    this.#unsubscribe()
  }

  #take(kind: 'listed' | 'range', symbol: IndexSymbol, json: string): void {
    if (kind === 'range') this.#ranges.set(symbol, range.parse(JSON.parse(json)).atr5 as Paise)
    // The list is repeated for readers that join late.
    else if (this.#options.get(symbol)?.version !== json)
      this.#options.set(symbol, { version: json, list: contracts.parse(JSON.parse(json)).options })
  }
}

function isIndex(symbol: string | undefined): symbol is IndexSymbol {
  return (INDEX_SYMBOLS as readonly (string | undefined)[]).includes(symbol)
}
