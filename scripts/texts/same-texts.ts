/** English texts by their code. */
type Texts = Readonly<Record<string, string>>

/**
 * Codes that have the same English text on purpose; whatever else has one is one message. Only texts of the same group of a
 * line may be equal.
 */
const SAME_ON_PURPOSE: readonly (readonly string[])[] = [
  // Four agents wait for bars of their own; the code names the agent in the public log.
  ['momentum.warm_up', 'candle.warm_up', 'indicator.warm_up', 'sideways.warm_up'],
  ['indicator.below_threshold', 'chain.below_threshold'],
  ['audit.unprotected', 'audit.oversold'],
  // The text of a refused call and the reason of a refused entry: two families, one rule of the plan.
  ['problem.symbol_not_in_plan', 'refusal.symbol_not_allowed'],
  // A span of each kind of data that is stored, which moves by itself.
  ['retention.account_until', 'retention.settings_until'],
  [
    'retention.sign_ups_until',
    'retention.ended_sessions_until',
    'retention.repeated_calls_until',
    'retention.mail_until',
    'retention.notices_until',
    'retention.rate_counts_until',
    'retention.status_until',
  ],
  ['retention.trading_until', 'retention.consents_until', 'retention.payments_until', 'retention.receipts_until'],
]

/** Names of things (titles of columns, topics, kinds): one word can be the name of two things. */
const NAMES = /^(?:label|column|alert_title|report\.heading|comparison)\./

/** Groups of codes with the same English text that are neither names nor the same on purpose. */
export function sameTexts(texts: Texts): string[][] {
  const byText = Map.groupBy(
    Object.keys(texts).filter((code) => !NAMES.test(code)),
    (code) => texts[code]!,
  )
  return [...byText.values()].filter(
    (codes) => codes.length > 1 && !SAME_ON_PURPOSE.some((group) => codes.every((code) => group.includes(code))),
  )
}

/** Codes listed as the same on purpose that are not the same any more. */
export function differentAfterAll(texts: Texts): string[][] {
  return SAME_ON_PURPOSE.filter((group) => new Set(group.map((code) => texts[code])).size !== 1).map((group) => [
    ...group,
  ])
}
