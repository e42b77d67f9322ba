import type { DecisionRow } from '@strikewise/wire/market.ts'
import { rupeesText } from '../../lib/format.ts'

interface Summary {
  readonly headline: string
  readonly reason: string
  readonly tone: 'up' | 'down' | 'none'
}

/** A decision in one line: what was decided, and the most serious reason. */
export function decisionSummary(decision: DecisionRow): Summary {
  const { action, entry } = decision
  switch (action) {
    case 'buy_call':
    case 'buy_put': {
      const contract = entry === null ? decision.symbol : `${decision.symbol} ${entry.strike} ${entry.side}`
      const limit = entry === null ? '' : `, limit ${rupeesText(entry.limit)}`
      return {
        headline: action === 'buy_call' ? 'Buy call' : 'Buy put',
        reason: `${contract}${limit}: the agents agree on two minutes in a row.`,
        tone: action === 'buy_call' ? 'up' : 'down',
      }
    }
    case 'none': {
      const [first] = decision.no_trade
      const more = decision.no_trade.length - 1
      return {
        headline: 'No trade',
        reason: `${first?.text ?? 'no reason was recorded'}${more > 0 ? ` (and ${more} more)` : ''}`,
        tone: 'none',
      }
    }
  }
}
