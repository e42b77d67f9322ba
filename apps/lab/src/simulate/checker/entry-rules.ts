// @invariant I3 Every entry meets plan, symbols, consent, lots, freeze quantity, loss cap, funds, price age and
//   session when it leaves.
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import { worstLoss } from '@strikewise/domain/trading/worst-loss.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { CONTRACTS } from '../session/contracts.ts'
import { openOf } from './exchange-orders.ts'
import { isOutstanding } from './call-log.ts'
import { accountFactsBetween } from './account-facts-at.ts'
import type { CheckerContext } from './checker-context.ts'
import { isSaleInvisibleAtBroker } from './broker-visibility.ts'
import { checkAccountLimits } from './rules/account-limits.ts'
import { checkPeriodLimits } from './rules/period-limits.ts'
import { tradedBefore, type ContractTraded } from './traded-before.ts'
import { entryOf } from './rules/entry-of-trade.ts'

const CLAIM_MS = 2_000
/** A process's clock may be off by so much without an error. */
const CLOCK_MS = 5_500
/** The books follow the broker within this. */
const BOOKS_MS = 5_000
/** The broker ends every token at this hour. */
const TOKEN_HOUR = 6
/** Losing trades in a row after which the day is over. */
const STREAK = 3
/** The score that allows a second attempt after a stop. */
const SECOND_SCORE = 0.5
const BROKEN = new Set(['overbought', 'oversold', 'second_order', 'short', 'illegal_trade_event'])

/** I3, the rules that look back at the day: each entry is judged by what the exchange's log shows went before it. */
export function checkEntryRules(context: CheckerContext, call: CallRecord): void {
  const { observations, findings } = context
  const say = (why: string) => findings.add('I3', call.account, `${call.tag} ${why}`, `entry ${call.tag}: ${why}`)
  const contract = CONTRACTS.find((one) => one.tradingsymbol === call.tradingsymbol)!
  const facts = accountFactsBetween(observations.facts.get(call.account)!, call.leftAt - CLAIM_MS - 1, call.leftAt)
  const { day, cooldownMs, liveTrading } = observations.shape
  const { link } = facts.at(-1)!
  if (link.mode === 'live' && liveTrading !== true) say('live trading is switched off')
  if (link.loginAt !== null && link.loginAt < istInstant(day, TOKEN_HOUR)) say('its token died at six')
  // As the account's journal has it: what an executor shows that has been replaced, it could not write.
  const broken = observations.store
    .account(call.account)
    .journal.find(({ change }) => change.type === 'alarm' && BROKEN.has(change.code))
  const since = broken?.at
  if (since !== undefined && call.leftAt > since + CLAIM_MS) say('an invariant of the account was broken before it')

  const { mine, inSymbol } = tradedBefore(context, call, contract.symbol)
  const most = Math.max(...facts.map((one) => one.risk.maxEntriesPerSymbol))
  const entries = inSymbol.reduce((sum, { tradeIds }) => sum + tradeIds.size, 0)
  if (entries >= most) say(`${entries} entries in ${contract.symbol} today, ${most} allowed`)
  checkAccountLimits(context, call, facts, mine, say)
  checkPeriodLimits(context, call, facts.at(-1)!, mine, say)
  const over = inSymbol.filter(
    ({ holding }) => openOf(holding) <= 0 && !isSaleInvisibleAtBroker(context, holding, call.leftAt),
  )
  const ended = Math.max(...over.map(({ holding }) => Math.max(holding.filledAt, holding.manualTradeAt)))
  const wasManual = over.some(({ holding }) => holding.manualTradeAt > holding.filledAt)
  // Beside a position that stays open, an entry may be on its way as another one's exit fills.
  const receivedMs = facts.some((one) => one.risk.maxPositionsPerSymbol > 1) ? BOOKS_MS : 0
  if (!wasManual && call.leftAt >= ended + receivedMs && call.leftAt < ended + cooldownMs - CLOCK_MS)
    say(`${call.leftAt - ended} ms after the last exit in ${contract.symbol}, ${cooldownMs} is the pause`)
  const streak = Math.max(...facts.map(({ risk }) => risk.account.lossesInRow ?? STREAK))
  checkDailyLossCapacity(context, call, contract, mine, { facts: facts.at(-1)!, streak }, say)
  const before = mine.find(({ holding }) => holding.tradingsymbol === contract.tradingsymbol)
  if (before !== undefined) checkSecondAttempt(context, call, contract, before, say)
}

/** After the stop took a trade out at a loss, a second one of the same contract has half its lots and a score for it. */
function checkSecondAttempt(
  { observations, intents }: CheckerContext,
  call: CallRecord,
  { lotSize }: OptionContract,
  { holding, tradeIds: [first, ...more], result }: ContractTraded,
  say: (why: string) => void,
): void {
  const { bought, manuallySold, foreignSales } = holding
  if (first === undefined || more.length > 0 || openOf(holding) > 0 || result >= 0) return
  if (manuallySold > 0 || foreignSales.length > 0) return
  const trades = observations.store.tradesOf(call.account)
  const over = trades.find(({ id }) => id === first)
  if (over?.state !== 'closed' || !over.exitReason.startsWith('stop')) return
  const tradeId = intents.byTag(call.account, call.tag!)?.tradeId
  const again = trades.find(({ id }) => id === tradeId)
  const entry = entryOf({ observations }, again)
  // Whether there is another attempt is the user's decision; a pause and the size of what was lost bind it all the same.
  if (entry?.ticket !== undefined) {
    if (call.terms!.quantity > bought) say(`a manual trade of ${call.terms!.quantity} units after ${bought} lost`)
    return
  }
  const score = entry?.decision?.score ?? 0
  if (Math.abs(score) < SECOND_SCORE) say(`a second attempt after a stop at a score of ${score}`)
  if (call.terms!.quantity > Math.floor(bought / lotSize / 2) * lotSize)
    say(`${call.terms!.quantity} units after ${bought} were stopped out`)
}

/** What the entry would lose at its stop fits into what the day's cap leaves. Judged when nothing else is under way. */
function checkDailyLossCapacity(
  context: CheckerContext,
  call: CallRecord,
  { symbol, lotSize, tickSize }: OptionContract,
  mine: readonly ContractTraded[],
  { facts: { risk, strategies }, streak }: { readonly facts: AccountFacts; readonly streak: number },
  say: (why: string) => void,
): void {
  const { observations, callLog } = context
  const isPlain = mine.every(
    ({ holding }) =>
      openOf(holding) <= 0 &&
      holding.manuallySold === 0 &&
      holding.foreignSales.length === 0 &&
      holding.filledAt < call.leftAt - BOOKS_MS &&
      !isSaleInvisibleAtBroker(context, holding, call.leftAt),
  )
  const others = callLog.of(call.account).some((one) => one !== call && one.side === 'BUY' && isOutstanding(one))
  if (!isPlain || others || risk.capital === null) return
  const lost = -mine.reduce((sum, { result }) => sum + result, 0)
  const trade = observations.store
    .tradesOf(call.account)
    .find(({ id }) => id === context.intents.byTag(call.account, call.tag!)?.tradeId)
  const entry = entryOf(context, trade)
  const stopDistance = entry?.stopDistance
  const slBuffer = entry?.ticket?.slBuffer ?? strategies.find((one) => one.symbol === symbol)?.slBuffer
  const { terms } = call
  if (stopDistance === undefined || slBuffer === undefined || terms?.kind !== 'LIMIT') return
  const { brokerage } = BROKER.profile
  const entryPrice = terms.price
  const planned = { on: observations.shape.day, entryPrice, stopDistance, slBuffer, brokerage, lotSize, tickSize }
  const cap = Math.floor((risk.capital * risk.dailyLossCapPct) / 100)
  const mayLose = worstLoss(planned, terms.quantity / lotSize)
  if (lost > 0 && lost + mayLose > cap)
    say(`it may lose ${mayLose} after ${lost} were lost, and the day's cap is ${cap}`)
  const losses = mine.filter(({ tradeIds }) => tradeIds.size === 1)
  if (losses.length === mine.length && mine.length >= streak && losses.every(({ result }) => result < 0))
    say(`${losses.length} trades in a row lost`)
}
