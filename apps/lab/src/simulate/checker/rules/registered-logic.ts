import type { CallRecord } from '../../environment/broker-records.ts'
import { accountFactsBetween } from '../account-facts-at.ts'
import type { CheckerContext } from '../checker-context.ts'
import { entryOf } from './entry-of-trade.ts'

/** From the facts that a claim read until its order leaves. */
const CLAIM_MS = 2_000

/**
 * I3, the registered logic: a live entry of the engine leaves under an identifier its logic was registered as when it was
 * claimed; every later order of the trade carries the same one; the orders of manual and of paper trades carry none.
 */
export class RegisteredLogicRule {
  readonly #context: CheckerContext
  /** Identifier of the first entry order, by trade. */
  readonly #identifiers = new Map<string, string | undefined>()

  constructor(context: CheckerContext) {
    this.#context = context
  }

  callLog(call: CallRecord): void {
    const { observations, findings, intents } = this.#context
    if (call.kind !== 'place' || call.tag === null) return
    const { account, tag, algoId, leftAt } = call
    const intent = intents.byTag(account, tag)
    const trade = observations.store.tradesOf(account).find(({ id }) => id === intent?.tradeId)
    if (intent === undefined || trade === undefined) return
    const say = (why: string) => findings.add('I3', account, `${tag} ${why}`, `${intent.kind} ${tag}: ${why}`)
    if (trade.mode === 'paper' || entryOf({ observations }, trade)?.ticket !== undefined) {
      if (algoId !== undefined) say(`carries the identifier ${algoId} of a logic that did not decide it`)
    } else if (this.#identifiers.has(trade.id)) {
      const first = this.#identifiers.get(trade.id)
      if (algoId !== first) say(`carries the identifier ${algoId}, the trade's entry ${first}`)
    } else if (intent.kind === 'enter') {
      this.#identifiers.set(trade.id, algoId)
      const facts = accountFactsBetween(observations.facts.get(account)!, leftAt - CLAIM_MS - 1, leftAt)
      const registered = facts.flatMap(({ registeredLogic }) => registeredLogic.map(({ identifier }) => identifier))
      if (algoId === undefined || !registered.includes(algoId))
        say(`carries the identifier ${algoId}; registered: ${registered.join() || 'none'}`)
    }
  }
}
