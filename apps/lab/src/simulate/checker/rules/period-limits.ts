import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { EntryRefusal } from '@strikewise/execution/store/account-changes.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import type { CheckerContext } from '../checker-context.ts'
import { openOf } from '../exchange-orders.ts'
import type { ContractTraded } from '../traded-before.ts'

/** The books follow the broker within this. */
const BOOKS_MS = 5_000
const DAY_MS = 86_400_000
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY = 4

/** A limit that looks back further than a day: its amount, and what is used up of it where so much was made today. */
interface Period {
  readonly limit: number
  readonly usedWith: (today: number) => number
}

/**
 * I3: no entry once the week has lost its limit, or the account is as far under its peak as its user allows. By the results of
 * the days before, of the link's own kind, and the exchange's log of today; judged where nothing of today is open or new.
 */
export function checkPeriodLimits(
  context: CheckerContext,
  { account, leftAt }: CallRecord,
  facts: AccountFacts,
  mine: readonly ContractTraded[],
  say: (why: string) => void,
): void {
  const isKnown = mine.every(
    ({ holding }) =>
      openOf(holding) <= 0 &&
      holding.manuallySold === 0 &&
      holding.foreignSales.length === 0 &&
      holding.convertedInAll === 0 &&
      holding.filledAt < leftAt - BOOKS_MS,
  )
  if (!isKnown) return
  const today = mine.reduce((sum, { result }) => sum + result, 0)
  for (const { limit, usedWith } of periodsOf(context, account, facts))
    if (usedWith(today) >= limit) say(`${usedWith(today)} of ${limit} of a limit over days were used up`)
}

/** I3: a refusal for such a limit names what was used up of it, where nothing had been traded today. For the end of the day. */
export function checkPeriodRefusals(context: CheckerContext): void {
  const { observations, findings } = context
  for (const account of observations.accounts) {
    const { facts } = observations.facts.get(account)!.at(-1)!
    const used = periodsOf(context, account, facts).map(({ usedWith }) => usedWith(0))
    for (const { change } of observations.store.account(account).journal) {
      if (change.type === 'trade' || change.type === 'foreign_trades') break
      const named = change.type === 'refusal' ? namedBy(change.refusal.message) : undefined
      if (named !== undefined && !used.includes(named))
        findings.add(
          'I3',
          account,
          'period',
          `a refusal names ${named} as used up of a limit over days, which is ${used.join(' or ')}`,
        )
    }
  }
}

/** What a refusal shows to be used up. Where nothing is left it does not show by how much the limit is passed. */
function namedBy(message: EntryRefusal['message']): number | undefined {
  if (message.code === 'refusal.weekly_loss') return message.lost
  if (message.code === 'refusal.drawdown') return message.fallen
  if (message.code !== 'refusal.weekly_loss.remaining' && message.code !== 'refusal.drawdown.remaining')
    return undefined
  return message.left > 0 ? message.limit - message.left : undefined
}

function periodsOf({ observations }: CheckerContext, account: string, { link, risk }: AccountFacts): Period[] {
  const { weeklyLoss, drawdown } = risk.account
  const { day } = observations.shape
  const own = (observations.past.get(account) ?? []).filter(({ mode, on }) => mode === link.mode && on < day)
  const periods: Period[] = []
  if (weeklyLoss !== null) {
    const past = own.filter(({ on }) => weekOf(on) === weekOf(day)).reduce((sum, { net }) => sum + net, 0)
    periods.push({ limit: weeklyLoss, usedWith: (today) => Math.max(0, -(past + today)) })
  }
  if (drawdown !== null) {
    const days = own.filter(({ on }) => on >= drawdown.since)
    periods.push({ limit: drawdown.limit, usedWith: (today) => fallOf(days, today) })
  }
  return periods
}

/** How far the sum of the days' results and today's is under its peak; the sum begins at nothing. */
function fallOf(days: readonly { readonly on: string; readonly net: number }[], today: number): number {
  const dates = [...new Set(days.map(({ on }) => on))].toSorted()
  let [sum, peak] = [0, 0]
  for (const date of dates) {
    sum += days.reduce((of, { on, net }) => (on === date ? of + net : of), 0)
    peak = Math.max(peak, sum)
  }
  return Math.max(peak, sum + today) - (sum + today)
}

/** The number of the week that begins on a Monday. */
function weekOf(day: string): number {
  return Math.floor((Date.parse(day) / DAY_MS - FIRST_MONDAY) / 7)
}
