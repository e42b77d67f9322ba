import type { Renderer } from '@strikewise/messages/render.ts'
import type { ClosedTradeLine } from '../store/tables/daily-report-body.ts'

/** Sentences a list of trades begins with; the CSV has a column for the rest. */
const MAX_SENTENCES = 20

/** A sentence for each trade that was left in parts: its row shows one quantity and one result for both. */
export function partExitSentences(trades: readonly ClosedTradeLine[], { text }: Renderer): string[] {
  return trades
    .flatMap(({ tradingsymbol, enteredAt, quantity, reduced = 0 }) =>
      reduced <= 0 || reduced >= quantity
        ? []
        : [
            text({
              code: 'report.part_exit',
              contract: tradingsymbol,
              at: enteredAt,
              sold: reduced,
              rest: quantity - reduced,
            }),
          ],
    )
    .slice(0, MAX_SENTENCES)
}
