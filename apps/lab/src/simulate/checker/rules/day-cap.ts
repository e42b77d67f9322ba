import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { CONTRACTS } from '../../session/contracts.ts'
import type { FactsRecord } from '../../world/sim-world.ts'
import type { Holding } from '../books.ts'
import { factsWithin } from '../facts-then.ts'
import type { Parts } from '../parts.ts'

/** A far jump of the price is believed after two seconds; then a turn, and its row. */
const NOTICED_MS = 8_000
/** What fills and charges that are not known yet may take off the program's own figure. */
const BEYOND = 1.05

/**
 * I9: once the day has lost its limit, with what exits have sold so far and what is open taken at the bid, every position is
 * given up. By the exchange's own fills; judged where nobody traded by hand. For the end of the day.
 */
export function checkDayCap(parts: Parts): void {
  const { books, evidence } = parts
  for (const account of evidence.accounts) {
    const holdings = [...books.holdings.values()].filter((one) => one.account === account && one.bought > 0)
    const isPlain = ({ wasShort, cutByHand, convertedInAll, foreignSales }: Holding) =>
      !wasShort && cutByHand === 0 && convertedInAll === 0 && foreignSales.length === 0
    if (!holdings.every(isPlain)) continue
    checkAccount(parts, account, holdings)
  }
}

function checkAccount(parts: Parts, account: string, holdings: readonly Holding[]): void {
  const { evidence, troubles } = parts
  const facts = evidence.facts.get(account)!
  const tokens = new Set(holdings.map(tokenOf))
  const fillsAt = holdings.flatMap((one) => [...parts.books.ordersOf(one)].flatMap((o) => o.fills.map(({ at }) => at)))
  const pricesAt = evidence.prices.filter(({ token }) => tokens.has(token)).map(({ at }) => at)
  const times = [...new Set([...fillsAt, ...pricesAt])].toSorted((a, b) => a - b)
  let since: number | undefined
  for (const [i, at] of times.entries()) {
    const result = resultAt(parts, holdings, at)
    if (result === undefined || result > -capAt(facts, at) * BEYOND) {
      since = undefined
      continue
    }
    since ??= at
    const due = troubles.possibleFrom(since) + NOTICED_MS
    if ((times[i + 1] ?? evidence.time.now) <= due) continue
    if (troubles.isBlind(since, NOTICED_MS)) return
    if (troubles.excusedUntil(account, since, NOTICED_MS, since) > since + NOTICED_MS) return
    return checkGivenUp(parts, account, holdings, since, due)
  }
}

/** The most that the account might lose by the settings around an instant. */
function capAt(facts: readonly FactsRecord[], at: number): number {
  const caps = factsWithin(facts, at - NOTICED_MS, at).map(({ risk }) =>
    risk.capital === null ? Number.POSITIVE_INFINITY : (risk.capital * risk.dailyLossCapPct) / 100,
  )
  return Math.max(...caps)
}

/** The day's result at the exchange: what was bought and sold, its charges, and what is left at the bid. */
function resultAt(parts: Parts, holdings: readonly Holding[], at: number): number | undefined {
  const on = parts.evidence.shape.day
  let result = 0
  for (const holding of holdings) {
    let units = 0
    for (const order of parts.books.ordersOf(holding)) {
      if (!order.isOurs) continue
      let value = 0
      for (const fill of order.fills) {
        if (fill.at > at) continue
        value += fill.quantity * fill.price
        units += fill.side === 'BUY' ? fill.quantity : -fill.quantity
      }
      if (value === 0) continue
      result += order.side === 'BUY' ? -value : value
      result -= chargesOf([{ side: order.side, value: value as Paise, on }]).total
    }
    if (units === 0) continue
    // Sold twice over: the judges of shorts have it.
    if (units < 0) return undefined
    const bid = bidAt(parts, tokenOf(holding), at)
    if (bid === undefined) return undefined
    result += units * bid - chargesOf([{ side: 'SELL', value: (units * bid) as Paise, on }]).total
  }
  return result
}

function bidAt({ evidence }: Parts, token: number, at: number): number | undefined {
  const last = evidence.prices.findLast((one) => one.token === token && one.at <= at)
  return last === undefined || last.freak || !last.heard || last.bid <= 0 ? undefined : last.bid
}

function tokenOf({ tradingsymbol }: Holding): number {
  return CONTRACTS.find((one) => one.tradingsymbol === tradingsymbol)!.token
}

function checkGivenUp(parts: Parts, account: string, holdings: readonly Holding[], since: number, due: number): void {
  const { evidence, books, intents, findings } = parts
  const left = new Map<string, number>()
  for (const { at, change } of evidence.store.account(account).journal)
    if (change.type === 'trade' && (change.trade.state === 'exiting' || change.trade.state === 'closed'))
      left.set(change.trade.id, Math.min(at, left.get(change.trade.id) ?? at))
  for (const holding of holdings) {
    const units = new Map<string, number>()
    for (const { isOurs, tag, side, fills } of books.ordersOf(holding)) {
      const id = isOurs ? intents.byTag(account, tag!)?.tradeId : undefined
      if (id === undefined) continue
      // What was bought so late is not known to be there.
      for (const { at, quantity } of fills)
        if (side === 'SELL' ? at <= due : at <= since)
          units.set(id, (units.get(id) ?? 0) + (side === 'BUY' ? quantity : -quantity))
    }
    for (const [id, open] of units)
      if (open > 0 && (left.get(id) ?? Number.POSITIVE_INFINITY) > due)
        findings.add(
          'I9',
          account,
          `kept ${id}`,
          `trade ${id} was kept for ${due - since} ms after the day had lost its limit`,
        )
  }
}
