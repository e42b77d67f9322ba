import { msg, plural } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'
import type { DecisionRow } from '@strikewise/wire/market.ts'
import { rupeesText } from '../../lib/format.ts'
import { sharedText } from '../../messages/signals.ts'

interface Summary {
  readonly headline: string
  readonly reason: string
  readonly tone: 'up' | 'down' | 'none'
}

/** A decision in one line, in the language `i18n` shows: what was decided, and the most serious reason. */
export function decisionSummary(i18n: I18n, decision: DecisionRow): Summary {
  const { action, entry } = decision
  switch (action) {
    case 'buy_call':
    case 'buy_put': {
      const contract = entry === null ? decision.symbol : `${decision.symbol} ${entry.strike} ${entry.side}`
      const limit = entry === null ? undefined : rupeesText(entry.limit)
      return {
        headline: action === 'buy_call' ? i18n._(msg`Buy call`) : i18n._(msg`Buy put`),
        reason:
          limit === undefined
            ? i18n._(msg`${contract}: the agents agree on two minutes in a row.`)
            : i18n._(msg`${contract}, limit ${limit}: the agents agree on two minutes in a row.`),
        tone: action === 'buy_call' ? 'up' : 'down',
      }
    }
    case 'none': {
      const [first] = decision.no_trade
      const reason = first === undefined ? i18n._(msg`no reason was recorded`) : sharedText(first)
      const more = decision.no_trade.length - 1
      return {
        headline: i18n._(msg`No trade`),
        reason:
          more > 0
            ? i18n._(msg`${reason} ${plural(more, { one: '+# more reason', other: '+# more reasons' })}`)
            : reason,
        tone: 'none',
      }
    }
  }
}
