import { formatRupees, formatSignedRupees } from '@strikewise/domain/money/format.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Notification } from '../store/notification.ts'
import type { DayLock } from '../store/account-changes.ts'
import { reducedLotsOf, type ReducedLots } from '../trade/reduced-lots.ts'
import type { CoverPnl, LinkMode, Trade } from '../trade/trade.ts'

/** What a text about money begins with: nobody is to take paper for live. */
const MARK: Readonly<Record<LinkMode, string>> = { paper: 'Paper: ', live: '' }

/** A contract in the words of the screens: `NIFTY 24000 CE`. */
export function contractName(contract: OptionContract): string {
  return `${contract.symbol} ${contract.strike} ${contract.side}`
}

/** What the user hears when a trade reaches this state, or undefined when it is nothing to tell. */
export function tradeNotification(trade: Trade, units: number, at: EpochMs): Notification | undefined {
  const about = { userId: trade.userId, at, symbol: trade.contract.symbol }
  const name = contractName(trade.contract)
  const mark = MARK[trade.mode]
  if (trade.state === 'open')
    return {
      ...about,
      kind: 'trade_opened',
      key: `opened/${trade.id}`,
      text: [
        `${mark}Bought ${units} ${name} at ${formatRupees(trade.entryPrice)}. Stop at ${formatRupees(trade.trigger)}.`,
        ...lotsText(reducedLotsOf(trade, units)),
      ].join(' '),
    }
  if (trade.state === 'closed')
    return {
      ...about,
      kind: 'trade_closed',
      key: `closed/${trade.id}`,
      text:
        trade.converted !== undefined
          ? `${mark}${name} is closed here: you converted ${trade.converted} units to another product in Kite.`
          : trade.result === null
            ? `${mark}${name} is closed. How it was sold could not be read from the broker; please look at your order book.`
            : `${mark}Sold ${trade.traded} ${name}: ${formatSignedRupees(trade.result.net)} after charges.`,
    }
  return undefined
}

const LOTS_TEXT: Readonly<Record<ReducedLots['reason'], (lots: string) => string>> = {
  risk_budget: (lots) => `${lots} lots: your risk budget allows no more.`,
  day_cap: (lots) => `${lots} lots: your daily loss limit leaves no more.`,
  cash: (lots) => `${lots} lots: one entry uses at most half of your free cash.`,
  liquidity: (lots) => `${lots} lots: too few units were on offer for more.`,
  freeze: (lots) => `${lots} lots: the exchange accepts no larger order.`,
  earlier_loss: (lots) => `${lots} lots: after a loss today, no trade is larger than the one before.`,
  second_attempt: (lots) => `${lots} lots: a second attempt uses half the lots.`,
  offers: (lots) => `${lots} lots: the order was filled in part.`,
}

/** Why fewer lots were bought than the user had set; nothing to say when all were. */
function lotsText(fewer: ReducedLots | undefined): readonly string[] {
  return fewer === undefined ? [] : [LOTS_TEXT[fewer.reason](`${fewer.bought} of ${fewer.armed}`)]
}

/** What the user reads when units that were sold short were bought back. */
export function coverNotification(trade: Trade, { units, net }: CoverPnl, at: EpochMs): Notification {
  return {
    userId: trade.userId,
    kind: 'trade_closed',
    key: `covered/${trade.id}/${units}`,
    at,
    symbol: trade.contract.symbol,
    text: `${MARK[trade.mode]}Bought back ${units} ${contractName(trade.contract)} that were sold short: ${formatSignedRupees(net)} after charges.`,
  }
}

const DAY_LOCK_TEXTS: Readonly<Record<DayLock['reason'], string>> = {
  loss_cap: 'Your daily loss limit is reached. Open positions are sold.',
  losing_streak: 'Three losing trades in a row.',
  invariant_broken: 'Our records of your account and the broker’s do not match. Exits go on.',
}

/** What the user hears when the day is over for entries. */
export function dayLockNotification(userId: string, account: string, lock: DayLock): Notification {
  const isBreach = lock.reason === 'invariant_broken'
  return {
    userId,
    kind: 'day_locked',
    // A breach holds entries of either kind, and is one thing to tell.
    key: `locked/${account}/${lock.on}/${isBreach ? lock.reason : lock.mode}`,
    at: lock.at,
    symbol: null,
    text: `${isBreach ? '' : MARK[lock.mode]}${DAY_LOCK_TEXTS[lock.reason]} No more entries until the next session.`,
  }
}
