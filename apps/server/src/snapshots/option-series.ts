import * as z from 'zod'

/** JSON of the bus snapshot `option.<token>`, as the market role writes it. */
const optionSeries = z.object({
  tradingsymbol: z.string(),
  from: z.number(),
  prices: z.array(z.number()),
  pricing: z
    .object({
      at: z.number(),
      spot: z.number(),
      forward: z.number(),
      volatility: z.number(),
      years: z.number(),
      rate: z.number(),
    })
    .nullable(),
})
export type OptionSeries = z.output<typeof optionSeries>

/** Contracts of two busy days; the one least recently updated is removed first. */
const MAX_CONTRACTS = 128

/** The newest of each traded option, by token and name: a token alone is used again after the expiry. */
export class OptionSeriesStore {
  readonly #series = new Map<number, OptionSeries>()

  /** Throws when the message is none. */
  take(token: number, message: unknown): void {
    const series = optionSeries.parse(message)
    this.#series.delete(token)
    if (this.#series.size >= MAX_CONTRACTS) this.#series.delete(this.#series.keys().next().value!)
    this.#series.set(token, series)
  }

  of({ token, tradingsymbol }: { token: number; tradingsymbol: string }): OptionSeries | undefined {
    const series = this.#series.get(token)
    return series?.tradingsymbol === tradingsymbol ? series : undefined
  }
}
