import { PRODUCT_RULES, type TradeRules } from '../backtest/day/trade-rules.ts'

/** Rules that differ from the product's own, by the name of what they change. */
export const RULE_VARIANTS: Readonly<Record<string, Partial<TradeRules>>> = {
  'no score exit': { scoreExit: false },
  'no exit after 30 minutes without gain': { staleExit: false },
  'longest 45 minutes': { longestMinutes: 45 },
  'longest 150 minutes': { staleExit: false, longestMinutes: 150 },
  'held to the square-off': { staleExit: false, longestMinutes: 0 },
  'stop 0.75 as wide': { stopFactor: 0.75 },
  'stop 1.5 times as wide': { stopFactor: 1.5 },
  'stop twice as wide': { stopFactor: 2 },
  'target 1 R': { targetR: 1 },
  'target 3 R': { targetR: 3 },
  'no target': { targetR: 0 },
  'no target, held to the square-off': { targetR: 0, staleExit: false, longestMinutes: 0 },
  'stop twice as wide, no target, held to the square-off': {
    stopFactor: 2,
    targetR: 0,
    staleExit: false,
    longestMinutes: 0,
  },
  'no entry before 10:30': { firstEntryMinute: 10 * 60 + 30 },
  'no entry before 12:00': { firstEntryMinute: 12 * 60 },
  'no entry after 13:00': { lastEntryMinute: 13 * 60 },
}

/** The whole rules of each variant, in the order of their names. */
export const VARIANT_RULES: readonly TradeRules[] = Object.values(RULE_VARIANTS).map((changed) => ({
  ...PRODUCT_RULES,
  ...changed,
}))
