import { msg, plural } from '@lingui/core/macro'
import type { I18n, MessageDescriptor } from '@lingui/core'
import type { NoTradeCode } from '@strikewise/signals/registry/no-trade-codes.ts'
import type { DecisionRow } from '@strikewise/wire/market.ts'
import { rupeesText } from '../../lib/format.ts'
import { sharedText } from '../../messages/signals.ts'

/** What a minute comes to: an entry, a wait for the score, or a rule under which nothing is entered whatever the score. */
export type Verdict = 'buy_call' | 'buy_put' | 'wait' | 'blocked'

/** The words of each verdict, and of a position that is held. */
export const VERDICT_TEXTS = {
  buy_call: msg`BUY CALL`,
  buy_put: msg`BUY PUT`,
  hold: msg`HOLD`,
  wait: msg`WAIT`,
  blocked: msg`BLOCKED`,
} as const satisfies Record<Verdict | 'hold', MessageDescriptor>

/** Reasons that a different score, or one more minute of it, would lift; every other one is a rule that forbids entries. */
const OF_THE_SCORE: ReadonlySet<string> = new Set<NoTradeCode>([
  'starting',
  'coverage_low',
  'score_low',
  'unconfirmed',
  'no_agreement',
  'opposed',
  'no_liquid_strike',
])

/** The most serious reason comes first, and decides. */
export function verdictOf({ action, no_trade }: Pick<DecisionRow, 'action' | 'no_trade'>): Verdict {
  if (action !== 'none') return action
  const [first] = no_trade
  return first === undefined || OF_THE_SCORE.has(first.code) ? 'wait' : 'blocked'
}

/** Why a decision is what it is, in one line in the language `i18n` shows: the entry, or the most serious reason against one. */
export function decisionReason(i18n: I18n, decision: DecisionRow): string {
  const { action, entry } = decision
  if (action === 'none') {
    const [first] = decision.no_trade
    const reason = first === undefined ? i18n._(msg`no reason was recorded`) : sharedText(first)
    const more = decision.no_trade.length - 1
    return more > 0
      ? i18n._(msg`${reason} ${plural(more, { one: '+# more reason', other: '+# more reasons' })}`)
      : reason
  }
  const contract = entry === null ? decision.symbol : `${decision.symbol} ${entry.strike} ${entry.side}`
  const limit = entry === null ? undefined : rupeesText(entry.limit)
  return limit === undefined
    ? i18n._(msg`${contract}: the agents agree on two minutes in a row.`)
    : i18n._(msg`${contract}, limit ${limit}: the agents agree on two minutes in a row.`)
}
