import { OFFERED_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { SUPPORT_LABELS } from '@strikewise/plans/comparison.ts'
import { PLAN_CARDS } from '@strikewise/plans/catalogue.ts'

/** Days the legal texts were last changed on. Numbers are placeholders: see lib/served-text.ts. */
const DAYS = ['July {0}, {1}', 'August {0}, {1}']

/** What the public pages show of the domain's own words. */
export const texts: readonly string[] = [
  ...DAYS,
  ...Object.values(PLAN_CARDS).map((card) => card.label),
  ...Object.values(SUPPORT_LABELS),
  ...OFFERED_AGENTS.flatMap(({ offer }) => [offer.looksAt, offer.says]),
]
