import type { CheckerContext } from '../checker-context.ts'
import { unwritableUntil } from '../book-and-store-times.ts'
import { checkAbandoned, knownFills, plainHoldings, resultAt, tokenOf, type KnownFill } from './daily-loss-limit.ts'
import type { Holding } from '../exchange-orders.ts'
import { bidsShown, type BidShown } from './prices.ts'

/** A far jump of the price is believed after two seconds; then a turn, and its row. */
const NOTICED_MS = 8_000
/** Clocks may be off by so much, and what was known may be that old. */
const AROUND_MS = 8_000
/** Peaks are counted in steps of a hundredth; what is not known yet may take off the program's own figure. */
const SLACK = 0.03

/** What a user keeps of a day's profit: a share of its peak, once the peak has reached an amount. */
interface Share {
  readonly from: number
  readonly keepPct: number
}

/** The day's result from one instant on; undefined: it is not known. */
interface Standing {
  readonly at: number
  readonly result: number | undefined
}

/**
 * I9: a day that reached its user's amount, and that fell back to the share of its peak that they keep, holds nothing more. By
 * the exchange's own fills as far as the rows have them, and the prices the feed showed; a peak and a fall count when they
 * stood for long enough to be noticed. For the end of the day.
 */
export function checkProfitLock(context: CheckerContext): void {
  for (const account of context.observations.accounts) {
    const share = shareOf(context, account)
    const day = share === undefined ? undefined : dayOf(context, account)
    if (share !== undefined && day !== undefined) checkAccount(context, account, share, day)
  }
}

/** Whether the day may have had its profit locked by `at`, by the best peak before it and the worst result around it. */
export function canBeProfitLocked(context: CheckerContext, account: string, at: number): boolean {
  const share = shareOf(context, account)
  if (share === undefined) return false
  const day = dayOf(context, account)
  // What its user traded, or what no row shows, may have been any profit and any loss.
  if (day === undefined) return true
  // While the store takes no row, a process knows what has filled all the same.
  const unwritten = standingsOf(context, day, (fill) => ({ ...fill, at: fill.fill.at }))
  const known = (from: number, to: number) =>
    [day.standings, unwritten].flatMap((standings) =>
      standings.flatMap(({ at: since, result }, i) => {
        const until = standings[i + 1]?.at ?? Number.POSITIVE_INFINITY
        return until > from && since <= to && result !== undefined ? [result] : []
      }),
    )
  const peak = Math.max(...known(0, at + AROUND_MS))
  const slack = Math.max(share.from, peak) * SLACK
  const lowest = Math.min(...known(at - 2 * AROUND_MS, at + AROUND_MS))
  return peak >= share.from - slack && lowest <= (peak * share.keepPct) / 100 + slack
}

function shareOf({ observations }: CheckerContext, account: string): Share | undefined {
  // No simulated user changes it.
  return observations.facts.get(account)!.at(-1)!.facts.risk.account.profitLock ?? undefined
}

interface Day {
  readonly known: readonly KnownFill[]
  readonly shown: ReadonlyMap<Holding, readonly BidShown[]>
  readonly standings: readonly Standing[]
}

function dayOf(context: CheckerContext, account: string): Day | undefined {
  const holdings = plainHoldings(context, account)
  if (holdings === undefined) return undefined
  const { now } = context.observations.time
  const shown = new Map(holdings.map((one) => [one, bidsShown(context, tokenOf(one), now)]))
  const known = knownFills(context, account, holdings)
  return { known, shown, standings: standingsOf(context, { known, shown }, (fill) => fill) }
}

/** The day's results, each fill known from when `knownAs` has it. */
function standingsOf(
  context: CheckerContext,
  { known: fills, shown }: Pick<Day, 'known' | 'shown'>,
  knownAs: (fill: KnownFill) => KnownFill,
): Standing[] {
  const known = fills.map(knownAs)
  const times = [...known.map(({ at }) => at), ...[...shown.values()].flatMap((all) => all.map(({ from }) => from))]
  const instants = [...new Set(times)].filter(Number.isFinite).toSorted((a, b) => a - b)
  return instants.map((at) => ({ at, result: resultAt(context, shown, known, at) }))
}

function checkAccount(context: CheckerContext, account: string, share: Share, { known, standings }: Day): void {
  const { now } = context.observations.time
  const noticedBy = (at: number) =>
    Math.max(
      unwritableUntil(context, account, at + NOTICED_MS, now, NOTICED_MS),
      context.quoteVisibility.of(account).invisibleUntil(at + NOTICED_MS, now, NOTICED_MS),
    )
  const peaks = surePeaks(standings, share.from, noticedBy)
  let since: number | undefined
  for (const [i, { at, result }] of standings.entries()) {
    const peak = Math.max(0, ...peaks.filter((one) => one.at <= at).map((one) => one.result))
    const slack = Math.max(share.from, peak) * SLACK
    const isBelow = result !== undefined && result <= ((peak - slack) * share.keepPct) / 100 - slack
    if (peak < share.from || !isBelow) {
      since = undefined
      continue
    }
    since ??= at
    const due = noticedBy(since)
    if ((standings[i + 1]?.at ?? now) > due)
      return checkAbandoned(context, account, known, { since, due, what: 'the day had lost the profit that is kept' })
  }
}

/** Results of at least `from` that the day did not fall under for as long as it takes to notice them, and when they had been. */
function surePeaks(
  standings: readonly Standing[],
  from: number,
  noticedBy: (at: number) => number,
): { at: number; result: number }[] {
  return standings.flatMap(({ at, result: first }, i) => {
    if (first === undefined || first < from) return []
    const by = noticedBy(at)
    let lowest = first
    for (const { at: next, result } of standings.slice(i + 1)) {
      if (next > by) break
      if (result === undefined || result < from) return []
      lowest = Math.min(lowest, result)
    }
    return [{ at: by, result: lowest }]
  })
}
