import { decisionBytes } from '@strikewise/signals/decision/decision-bytes.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'
import { istIso, MINUTE_MS, SECOND_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { TradeSettings } from '../backtest/day/trade-settings.ts'
import { partitionsOf, type RequestedSession } from '../backtest/run/partition.ts'
import { runPartition } from '../backtest/run/run-partition.ts'
import { minuteOf, withOtherFuture } from './cut-series.ts'

/** Sessions that a cut session is run with: what is known before it, and one after it. */
const SESSIONS_BEFORE = 22
const SESSIONS_AFTER = 1
const CUTS_A_SESSION = 5
/** One cut in so many lies in the first seconds of a minute, when the minute before is being decided. */
const EARLY_SHARE = 4
const EARLY_MS = 3 * SECOND_MS

/** Every decision of the traded session of the series, in order. */
export type Decide = (sessions: readonly RequestedSession[]) => Promise<readonly Decision[]>

export interface CutCheck {
  readonly cuts: number
  /** Of these, cuts in the first seconds of a minute. */
  readonly early: number
  /** Decisions that were compared. */
  readonly compared: number
  /** Cuts after which a decision of before differs. */
  readonly changed: readonly { readonly at: string; readonly minute: string }[]
}

/** What is cut: sessions of one index, oldest first, the number of cuts, and the seed of their instants. */
export interface CutSeries {
  readonly sessions: readonly RequestedSession[]
  readonly cuts: number
  readonly seed: number
}

/**
 * Cuts the series at random instants, replaces all that follows, and compares the decisions on minutes that had ended:
 * that of the last one is made in the first seconds of the minute that is cut. A session is decided once as recorded,
 * and once for each of its cuts.
 */
export async function checkCuts(
  { sessions, cuts, seed }: CutSeries,
  decide: Decide = decisionsOfBacktest,
  onCut: (done: number) => void = () => undefined,
): Promise<CutCheck> {
  const random = seededNumbers(seed)
  const usable = sessions.flatMap((one, i) => (i >= SESSIONS_BEFORE && isFull(one.day) ? [i] : []))
  if (usable.length === 0) throw new RangeError(`more than ${SESSIONS_BEFORE} sessions are needed`)
  const changed: { at: string; minute: string }[] = []
  let [done, early, compared] = [0, 0, 0]
  while (done < cuts) {
    const at = usable[Math.floor(random() * usable.length)]!
    const series = seriesAround(sessions, at)
    const before = await decide(series)
    for (let i = 0; i < CUTS_A_SESSION && done < cuts; i += 1) {
      const cut = cutOn(sessions[at]!.day, random)
      if (cut % MINUTE_MS < EARLY_MS) early += 1
      const after = await decide(withOtherFuture(series, cut, random))
      const known = before.filter(({ barEnd }) => barEnd <= minuteOf(cut))
      compared += known.length
      const differs = known.findIndex((decision, n) => after[n] === undefined || !isSame(decision, after[n]))
      if (differs !== -1) changed.push({ at: istIso(cut), minute: istIso(known[differs]!.barEnd) })
      done += 1
      onCut(done)
    }
  }
  return { cuts: done, early, compared, changed }
}

function isFull(day: IstDate): boolean {
  return nseCalendar.sessionOn(day)?.kind === 'full'
}

/** The session with the ones around it; it alone is traded. */
function seriesAround(sessions: readonly RequestedSession[], at: number): RequestedSession[] {
  return sessions
    .slice(at - SESSIONS_BEFORE, at + SESSIONS_AFTER + 1)
    .map((session) => (session.day === sessions[at]!.day ? session : { ...session, warmsUpOnly: true }))
}

/** An instant of the session, to the second: later than its first minutes, whose past is empty. */
function cutOn(day: IstDate, random: () => number): EpochMs {
  const { opensAt, closesAt } = nseCalendar.sessionOn(day)!
  const minutes = (closesAt - opensAt) / MINUTE_MS
  const minute = opensAt + (2 + Math.floor(random() * (minutes - 2))) * MINUTE_MS
  const isEarly = random() < 1 / EARLY_SHARE
  const within = random() * (isEarly ? EARLY_MS : MINUTE_MS)
  return (minute + Math.floor(within / SECOND_MS) * SECOND_MS) as EpochMs
}

function isSame(a: Decision, b: Decision): boolean {
  return Buffer.compare(decisionBytes(a), decisionBytes(b)) === 0
}

/** One lot; capital bounds the day's loss. Trades change no decision. */
const SETTINGS: TradeSettings = { lots: 1, slBuffer: 0, trailing: false, capital: 100_000_000 } as TradeSettings

/** The decisions of the product's own rule, by the code of the backtest: the chain agent votes on modelled chains too. */
export async function decisionsOfBacktest(sessions: readonly RequestedSession[]): Promise<readonly Decision[]> {
  const decisions: Decision[] = []
  const trial = { name: '', params: SIGNAL_PARAMS, settings: SETTINGS, readsModelledChain: true }
  const series = (async function* () {
    yield* sessions
  })()
  for await (const piece of partitionsOf(series, () => Promise.resolve(undefined)))
    runPartition(piece, trial, 'cuts', { onDecision: (decision) => void decisions.push(decision) })
  return decisions
}
