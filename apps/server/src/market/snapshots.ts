import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { LegDetails, StrikeDetails } from '@strikewise/signals/option-chain/chain-details.ts'
import type { ChainRow } from '@strikewise/signals/option-chain/chain-rows.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Bus } from '../bus/bus.ts'

/** What the market role shows of itself: each value serialised once, for every reader, when it changed. */
export interface SnapshotPublisher {
  /** Publishes `value` under `snapshot.<name>` unless it is what was last published there. */
  put(name: string, value: unknown): void
  /** Does not publish `name` again until it is put again; readers keep what they have. */
  drop(name: string): void
  /** Publishes everything again, for readers that joined after it was reported. */
  repeat(): void
}

export function snapshotPublisher(bus: Bus): SnapshotPublisher {
  const latest = new Map<string, { version: number; json: string }>()
  return {
    put(name, value) {
      const json = JSON.stringify(value)
      const known = latest.get(name)
      if (known?.json === json) return
      const snapshot = { version: (known?.version ?? 0) + 1, json }
      latest.set(name, snapshot)
      bus.publish(`snapshot.${name}`, snapshot)
    },
    drop: (name) => void latest.delete(name),
    repeat() {
      for (const [name, snapshot] of latest) bus.publish(`snapshot.${name}`, snapshot)
    },
  }
}

/** One index as `/live_indices` serves it: points, against the previous session's official close. */
export interface IndexQuote {
  readonly price: number
  readonly change: number
  readonly change_percent: number
}

/** Undefined before the first price, or while the previous close is not known. */
export function indexQuote(last: Paise, previousClose: Paise): IndexQuote | undefined {
  if (last <= 0 || previousClose <= 0) return undefined
  const change = last - previousClose
  return {
    price: rupeesFromPaise(last),
    change: change / 100,
    change_percent: Math.round((change / previousClose) * 10_000) / 100,
  }
}

/** What is shown with the indices; undefined where it is not known. */
interface IndexCompanions {
  readonly vix?: IndexQuote | undefined
  /** Last price of the nearest NIFTY future. */
  readonly niftyFuture?: Paise | undefined
}

/**
 * Both indices as of their newest tick at `at`. Undefined before the first tick (`at` 0): there is nothing to show then, and
 * what was shown before a feed was opened again stays, with its age.
 */
export function indicesSnapshot(
  quotes: Partial<Record<IndexSymbol, IndexQuote | undefined>>,
  at: EpochMs,
  { vix, niftyFuture = 0 as Paise }: IndexCompanions = {},
) {
  if (at <= 0) return undefined
  const spot = quotes.NIFTY?.price
  return {
    ...(quotes.NIFTY === undefined ? {} : { nifty50: quotes.NIFTY }),
    ...(quotes.BANKNIFTY === undefined ? {} : { banknifty: quotes.BANKNIFTY }),
    ...(vix === undefined ? {} : { india_vix: vix }),
    ...(niftyFuture <= 0 || spot === undefined ? {} : { nifty_future: futureQuote(niftyFuture, spot) }),
    as_of: istIso(at),
  }
}

/** A future and how far it is above its index, in points. */
function futureQuote(last: Paise, spot: number) {
  return { price: rupeesFromPaise(last), premium: Math.round(last - spot * 100) / 100 }
}

/** Chain rows as `/option_chain_table` names them. A contract that has not traded shows a last price of 0. */
export function chainSnapshot(rows: readonly ChainRow[]) {
  return rows.map((row) => ({
    strike: row.strike,
    ce_oi: row.callOi,
    ce_ltp: rupeesFromPaise(row.callLtp ?? (0 as Paise)),
    ce_above_ema: row.callAboveEma,
    ...(waits(row.callEmaMinutesLeft) ? { ce_ema_minutes_left: row.callEmaMinutesLeft } : {}),
    pe_oi: row.putOi,
    pe_ltp: rupeesFromPaise(row.putLtp ?? (0 as Paise)),
    pe_above_ema: row.putAboveEma,
    ...(waits(row.putEmaMinutesLeft) ? { pe_ema_minutes_left: row.putEmaMinutesLeft } : {}),
  }))
}

function waits(minutesLeft: number | null): minutesLeft is number {
  return minutesLeft !== null && minutesLeft > 0
}

/** Details of the chain as `/option_chain_details` names them; as many digits as mean something. */
export function chainDetailsSnapshot(strikes: readonly StrikeDetails[]) {
  return strikes.map(({ strike, call, put }) => ({ strike, ce: legDetails(call), pe: legDetails(put) }))
}

function legDetails(leg: LegDetails) {
  const { iv, delta, gamma, vega, theta, previousClose, volume, openInterestChange, buildUp } = leg
  return {
    iv: iv === null ? null : rounded(100 * iv, 2),
    delta: rounded(delta, 4),
    gamma: rounded(gamma, 6),
    vega: rounded(vega, 2),
    theta: rounded(theta, 2),
    prev_close: previousClose === null ? null : rupeesFromPaise(previousClose),
    volume,
    oi_change: openInterestChange,
    build_up: buildUp === null ? null : { kind: buildUp.kind, meaning: buildUp.meaning, led_by: buildUp.ivDriven },
  }
}

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits
}
