import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import type { Profile } from '../accounts/profiles.ts'
import type { QuoteFeed } from '../execution/quote-feed.ts'
import type { ContractLists } from '../snapshots/contract-lists.ts'
import type { MarketSnapshots } from '../snapshots/market-snapshots.ts'
import type { Snapshot } from '../snapshots/snapshot.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'

/** Prices of a contract as a plan sees them. */
export interface TicketMarket {
  readonly bid: Paise | undefined
  readonly ask: Paise | undefined
  readonly last: Paise | undefined
  readonly asOf: EpochMs | undefined
  readonly delaySeconds: number
  /** Average range of the index's five-minute bars, paise of points; undefined: not known, or not as late as the plan is. */
  readonly atr5: Paise | undefined
  readonly delta: number | undefined
  /** Rupees a unit and calendar day. */
  readonly theta: number | undefined
}

const rows = z.array(z.object({ strike: z.number(), ce_ltp: z.number(), pe_ltp: z.number() }))
const leg = z.object({ delta: z.number().nullable(), theta: z.number().nullable() })
const details = z.array(z.object({ strike: z.number(), ce: leg, pe: leg }))

interface PriceParts {
  readonly clock: Pick<ScaledClock, 'now'>
  readonly contracts: Pick<ContractLists, 'find' | 'range'>
  readonly market: Pick<MarketSnapshots, 'chain' | 'chainDetails'>
  readonly quotes: Pick<QuoteFeed, 'quote'>
}

/** What a plan with a delay does not see. */
const NOT_SEEN = { atr5: undefined, delta: undefined, theta: undefined } as const

/** Reads the prices of contracts: the newest quote, or what the plan with a delay sees of the chain. */
export function ticketPriceSource({ clock, contracts, market, quotes }: PriceParts) {
  return (contract: OptionContract, { plan: state }: Pick<Profile, 'plan'>): TicketMarket => {
    const { symbol, strike, side, token } = contract
    const now = clock.now()
    const plan = effectivePlan(state, now)
    const { delaySeconds } = PLAN_POLICY[plan]
    // The chain is of the nearest expiry.
    const isNearest = contracts.find({ symbol, strike, side, expiry: undefined })?.token === token
    if (delaySeconds > 0) {
      const row = isNearest ? rowOf(market.chain(plan, symbol, 'all'), rows, strike) : undefined
      const last = priceOf(side === 'CE' ? row?.ce_ltp : row?.pe_ltp)
      const asOf = last === undefined ? undefined : ((now - delaySeconds * 1000) as EpochMs)
      return { bid: undefined, ask: undefined, last, asOf, delaySeconds, ...NOT_SEEN }
    }
    const quote = quotes.quote(token)
    const known = isNearest ? rowOf(market.chainDetails(plan, symbol, 'all'), details, strike) : undefined
    const greeks = side === 'CE' ? known?.ce : known?.pe
    return {
      bid: shownPrice(quote?.bid),
      ask: shownPrice(quote?.ask),
      last: shownPrice(quote?.last),
      asOf: quote?.receivedAt,
      delaySeconds,
      atr5: contracts.range(symbol),
      delta: greeks?.delta ?? undefined,
      theta: greeks?.theta ?? undefined,
    }
  }
}

function rowOf<T extends { strike: number }>(
  snapshot: Snapshot,
  schema: z.ZodType<T[]>,
  strike: number,
): T | undefined {
  return schema.parse(JSON.parse(snapshot.json.toString())).find((row) => row.strike === strike)
}

function priceOf(rupees: number | undefined): Paise | undefined {
  return rupees === undefined ? undefined : shownPrice(paiseFromRupees(rupees))
}

/** A price of 0 stands for none. */
function shownPrice(price: Paise | undefined): Paise | undefined {
  return price === undefined || price <= 0 ? undefined : price
}
