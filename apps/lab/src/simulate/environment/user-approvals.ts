import type { Paise } from '@strikewise/domain/money/paise.ts'
import { approvedTicket, type EntryOffer } from '@strikewise/execution/pre-trade/approval.ts'
import { CONTRACTS, SPOTS } from '../session/contracts.ts'
import type { Environment } from './environment.ts'

/** From one device to the other. */
const OTHER_DEVICE_MS = 7
const LATER_MS = 5_000
/** Before and after an offer's deadline. */
const LAST_MOMENT_MS = 40
const TOO_LATE_MS = 1_500
const ASKS_FOR = [20, 60, null] as const

/**
 * Whether entries ask their user first, and what is answered. Ways of an answer, 1: takes at once; 2: takes from two devices;
 * 3: seconds later; 4: in the offer's last moment; 5: after its deadline. Most of them skip, by silence.
 */
export function runUserApprovals(environment: Environment, account: string): void {
  const asks = environment.chooser.choose('asks_first', account)
  if (asks > 0) {
    const facts = environment.factsOf(account)
    const approvalSeconds = ASKS_FOR[asks - 1]!
    environment.change(account, {
      ...facts,
      strategies: facts.strategies.map((one) => ({ ...one, approvalSeconds })),
    })
  }
  for (const [decisionId, offer] of offersOf(environment, account))
    answer(environment, account, decisionId, offer, environment.chooser.choose('approves', `${account} ${decisionId}`))
}

/** A call of ours is about to leave: its user answers an offer just then. */
export function runUserApprovalsAtCall(environment: Environment, account: string, call: string): void {
  const offers = offersOf(environment, account)
  if (offers.length === 0) return
  const way = environment.chooser.choose('approves_at_call', `${account} ${call}`)
  for (const [decisionId, offer] of offers) answer(environment, account, decisionId, offer, way)
}

/** The offers that are open and unanswered, by the decision that each is made for. */
function offersOf(environment: Environment, account: string): readonly [string, EntryOffer][] {
  const { answeredOffers, store, time } = environment
  return store.refusalsOf(account).flatMap(({ decisionId, message }): [string, EntryOffer][] => {
    if (message?.code !== 'refusal.approval_needed' || time.now > message.until) return []
    return answeredOffers.has(`${account} ${decisionId}`) ? [] : [[decisionId, message]]
  })
}

function answer(environment: Environment, account: string, decisionId: string, offer: EntryOffer, way: number): void {
  if (way === 0) return
  const { answeredOffers, time } = environment
  answeredOffers.add(`${account} ${decisionId}`)
  const take = () => send(environment, account, decisionId, offer)
  if (way === 1 || way === 2) take()
  if (way === 2) time.after(OTHER_DEVICE_MS, take)
  if (way === 3) time.after(LATER_MS, take)
  if (way === 4) time.at(Math.max(time.now, offer.until - LAST_MOMENT_MS), take)
  if (way === 5) time.at(offer.until + TOO_LATE_MS, take)
}

/** The ticket of an approval, as the server sends it; nothing where its deadline has passed. */
function send(environment: Environment, account: string, decisionId: string, offer: EntryOffer): void {
  // As the day is brought to its end, its users do nothing more.
  if (!environment.chooser.active) return
  const { strike, side, symbol, expiry } = offer.contract
  const contract = CONTRACTS.find(
    (one) => one.strike === strike && one.side === side && one.symbol === symbol && one.expiry === expiry,
  )
  const strategy = environment.factsOf(account).strategies.find((one) => one.symbol === symbol)
  if (contract === undefined || strategy === undefined) return
  const { slBuffer, trailing } = strategy
  const spot = (SPOTS[symbol] * 100) as Paise
  const { now } = environment.time
  const context = { account, decisionId, contract, slBuffer, trailing, spot, channel: 'web', now } as const
  const ticket = approvedTicket(offer, context)
  if (ticket !== undefined) environment.sendTicket(account, ticket, 0, offer)
}
