import { RETENTION } from '@strikewise/domain/legal/retention.ts'
import { PLAN_CARDS } from '@strikewise/domain/plans/catalogue.ts'
import { COMPARISON } from '@strikewise/domain/plans/comparison.ts'

const ofPlans = Object.values(PLAN_CARDS).flatMap((card) => [
  card.label,
  card.summary,
  ...(card.builtOn === null ? [] : [card.builtOn]),
  ...card.bullets,
  card.action,
])

const ofComparison = COMPARISON.flatMap((row) => [
  row.feature,
  ...Object.values(row.cells).filter((cell) => typeof cell === 'string' && /[a-z]/i.test(cell)),
]) as string[]

/** What becomes of stored data, with its numbers as placeholders. */
const ofRetention = Object.values(RETENTION).flatMap(({ what, until, why, onErasure }) => {
  let placeholders = 0
  return [what, until.replaceAll(/\d+/g, () => `{${placeholders++}}`), why, onErasure]
})

/** What plans are called and sold as, read from where it is decided. Numbers are placeholders: see lib/served-text.ts. */
export const texts: readonly string[] = [...ofPlans, ...ofComparison, ...ofRetention]
