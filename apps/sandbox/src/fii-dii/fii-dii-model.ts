import { istInstant, istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { normal } from '../seeded-random.ts'

/** AR(1) coefficient, and the loading on the day before's index return (signals reference §6, "Slow series"). */
const PERSISTENCE = 0.5
const LOADING = 0.4
const INNOVATION = Math.sqrt(1 - PERSISTENCE ** 2 - LOADING ** 2)
/** A typical day's index move: what turns a return into standard deviations. */
export const DAILY_RETURN_SD = 0.0084

/** Crore rupees: size of a usual day, and one standard deviation of its net. */
const FII = { turnover: 14_000, sd: 2_600 }
const DII = { turnover: 15_500, sd: 2_100 }
/** Contracts FII hold in index futures, long and short together, and how the long share of them moves. */
const INDEX_FUTURE_CONTRACTS = 300_000
const LONG_SHARE = { mean: 0.3, sd: 0.09 }

export interface FiiDiiRow {
  readonly date: IstDate
  readonly fii_buy: number
  readonly fii_sell: number
  readonly fii_net: number
  readonly dii_buy: number
  readonly dii_sell: number
  readonly dii_net: number
  /** Contracts; `null` until the participant-wise figures are out at 20:00. */
  readonly fii_idx_fut_long: number | null
  readonly fii_idx_fut_short: number | null
  /** When each half of the row was published, ISO 8601 in IST. */
  readonly cash_published_at: string
  readonly positions_published_at: string | null
}

interface FlowState {
  readonly fii: number
  readonly dii: number
  readonly share: number
}

/** One trading day and its index return, close over previous close. */
export interface DayReturn {
  readonly day: IstDate
  readonly return: number
}

/**
 * FII and DII rows of the days given, oldest first, as they are known at `now`: cash figures from 19:00 of the day,
 * index-future positions from 20:00. The same seed and days give the same rows.
 */
export function fiiDiiRows(seed: string, days: readonly DayReturn[], now: EpochMs): FiiDiiRow[] {
  const rows: FiiDiiRow[] = []
  let state: FlowState = { fii: 0, dii: 0, share: 0 }
  let previousReturn = 0
  for (const { day, return: dayReturn } of days) {
    state = nextState(seed, day, state, previousReturn)
    previousReturn = dayReturn
    if (istInstant(day, 19) <= now) rows.push(rowOf(seed, day, state, now))
  }
  return rows
}

function nextState(seed: string, day: IstDate, state: FlowState, previousReturn: number): FlowState {
  const pull = LOADING * Math.max(-3, Math.min(3, previousReturn / DAILY_RETURN_SD))
  const next = (before: number, name: string, sign: number) =>
    PERSISTENCE * before + sign * pull + INNOVATION * normal(seed, day, name)
  // Domestic funds take the other side as a rule.
  return { fii: next(state.fii, 'fii', 1), dii: next(state.dii, 'dii', -1), share: next(state.share, 'share', 1) }
}

function rowOf(seed: string, day: IstDate, state: FlowState, now: EpochMs): FiiDiiRow {
  const positionsAt = istInstant(day, 20)
  const share = Math.max(0.05, Math.min(0.95, LONG_SHARE.mean + LONG_SHARE.sd * state.share))
  const contracts = Math.round(INDEX_FUTURE_CONTRACTS * (1 + 0.08 * normal(seed, day, 'contracts')))
  const long = Math.round(contracts * share)
  const out = positionsAt <= now
  return {
    date: day,
    ...cash('fii', FII, state.fii, normal(seed, day, 'fii turnover')),
    ...cash('dii', DII, state.dii, normal(seed, day, 'dii turnover')),
    fii_idx_fut_long: out ? long : null,
    fii_idx_fut_short: out ? contracts - long : null,
    cash_published_at: istIso(istInstant(day, 19)),
    positions_published_at: out ? istIso(positionsAt) : null,
  }
}

function cash<Name extends 'fii' | 'dii'>(
  name: Name,
  { turnover, sd }: { turnover: number; sd: number },
  z: number,
  size: number,
): Record<`${Name}_buy` | `${Name}_sell` | `${Name}_net`, number> {
  const netPaise = Math.round(z * sd * 100)
  const sellPaise = Math.round(turnover * Math.exp(0.12 * size) * 100)
  return {
    [`${name}_buy`]: (sellPaise + netPaise) / 100,
    [`${name}_sell`]: sellPaise / 100,
    [`${name}_net`]: netPaise / 100,
  } as Record<`${Name}_buy` | `${Name}_sell` | `${Name}_net`, number>
}
