// @invariant no-single-clock No single clock ends a day, withholds a call or closes a position.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerTime, ClockPort, MonoMs } from '../ports.ts'

/** Clocks that differ by no more than this agree. */
const AGREE_MS = 2_000
/** A step ahead that lasts this long is believed where no broker shows its time. */
const LASTS_MS = 60_000

/**
 * The clock an account counts by. Three clocks vote: the wall clock, the account's own time as the monotonic clock has
 * carried it on, and the broker's clock, which the `Date` of its last answer showed and the monotonic clock has carried
 * on too. Two that agree decide, so that no single one ends a day, withholds a call or makes a time exit due:
 *
 * - The wall clock agrees with the account's time: the time is the wall clock's. It never steps back for that; what was
 *   due in three seconds must not be due in an hour.
 * - The wall clock steps away and the broker does not follow: the account's time goes on at its pace.
 * - The wall clock and the broker agree against the account's time (a machine that was suspended, or a process that
 *   started while its clock was wrong): the time is the wall clock's, even if that is earlier; `steps` counts those.
 * - All three disagree (a machine that was suspended while its wall clock was wrong): the monotonic clock cannot have
 *   carried the account's time on, and the broker's is taken once its answers of a minute have agreed on it.
 *
 * Before the broker has confirmed it once, the account's time is the wall clock's word alone: where they disagree then,
 * the broker's is taken. Without a broker that shows its time, a step ahead is believed once it has lasted.
 * Ages of quotes are measured by the wall clock, which dates them.
 */
export class DisciplinedClock implements ClockPort {
  readonly #clock: ClockPort
  readonly #brokerTime: (() => BrokerTime | undefined) | undefined
  /** What the account's time was when it last followed another clock than the monotonic one, and what that showed then. */
  #anchor: { readonly time: number; readonly mono: number }
  #mono: number
  #isConfirmed: boolean
  /** Since when the wall clock has been ahead, by the monotonic one. */
  #aheadSince: number | undefined
  #steps = 0
  /** Since when the broker's answers have stood against both other clocks, by the monotonic one, and by how much. */
  #unconfirmedDrift: { readonly since: number; readonly ahead: number } | undefined
  /** Since when nothing stepped, by the monotonic clock. */
  #since: number
  /** When the wall clock last stepped away from the account's time, by the monotonic clock, and by how much. */
  #divergence: { readonly since: number; readonly ahead: number } | undefined

  /** `brokerTime`: what the broker's clock showed last; left out where it never shows. */
  constructor(clock: ClockPort, brokerTime?: () => BrokerTime | undefined) {
    this.#clock = clock
    this.#brokerTime = brokerTime
    this.#isConfirmed = brokerTime === undefined
    this.#mono = clock.mono()
    this.#anchor = { time: clock.now(), mono: this.#mono }
    this.#since = this.#mono
  }

  now(): EpochMs {
    const wall = this.#clock.now()
    const mono = Math.max(this.#mono, this.#clock.mono())
    const disciplined = this.#anchor.time + (mono - this.#anchor.mono)
    this.#mono = mono
    const next = this.#vote(wall, disciplined, mono)
    if (next < disciplined - AGREE_MS) this.#steps += 1
    if (Math.abs(wall - disciplined) > AGREE_MS) this.#since = mono
    // Carried on from one anchor, in fractions: what each call cut off would add up.
    if (next !== disciplined) this.#anchor = { time: next, mono }
    this.#recordDivergence(wall - next, mono)
    return Math.floor(next) as EpochMs
  }

  /** Whether more than one clock stands behind the time. */
  get isConfirmed(): boolean {
    return this.#isConfirmed
  }

  /** Whether a day may be ended by it: confirmed, or no broker has reported anything for a minute in which nothing stepped. */
  get isSettled(): boolean {
    return this.#isConfirmed || this.#mono - this.#since >= LASTS_MS
  }

  /**
   * Whether the wall clock stepped away and the broker has not shown its time since: the machine may have been suspended,
   * so that what was read by an earlier reading may be older than it seems. False where no broker shows its time.
   */
  get isDisputed(): boolean {
    this.now()
    if (this.#divergence === undefined || this.#brokerTime === undefined) return false
    const shown = this.#brokerTime()
    return shown === undefined || shown.mono <= this.#divergence.since
  }

  /** How often the time was put back, for two clocks agreed against it: what was computed by it before is worthless. */
  get steps(): number {
    return this.#steps
  }

  mono(): MonoMs {
    return this.#clock.mono()
  }

  sleep(ms: number): Promise<void> {
    return this.#clock.sleep(ms)
  }

  alarm(ms: number, ring: () => void): () => void {
    return this.#clock.alarm(ms, ring)
  }

  /**
   * Rows of the account were written at `instant`: its time is not before that. False for rows ahead of a time that the
   * broker confirmed, or may yet: the process that wrote them had a wrong clock, and its time is not taken over.
   */
  notBefore(instant: EpochMs): boolean {
    const now = this.now()
    if (instant <= now) return true
    if (this.#brokerTime !== undefined && instant > now + AGREE_MS) return false
    this.#anchor = { time: instant, mono: this.#mono }
    return true
  }

  #recordDivergence(ahead: number, mono: number): void {
    if (Math.abs(ahead) <= AGREE_MS) this.#divergence = undefined
    else if (this.#divergence === undefined || Math.abs(this.#divergence.ahead - ahead) > AGREE_MS)
      this.#divergence = { since: mono, ahead }
  }

  #vote(wall: number, disciplined: number, mono: number): number {
    const shown = this.#brokerTime?.()
    if (shown === undefined) return this.#unconfirmedNow(wall, disciplined, mono)
    this.#aheadSince = undefined
    const elapsed = mono - shown.mono
    const earliest = shown.earliest + elapsed
    const latest = shown.latest + elapsed
    const isWallWithin = isWithin(wall, earliest, latest)
    if (Math.abs(wall - disciplined) <= AGREE_MS && isWallWithin) return this.#confirmed(Math.max(wall, disciplined))
    if (isWithin(disciplined, earliest, latest)) return this.#confirmed(disciplined)
    if (isWallWithin) return this.#confirmed(wall)
    const notified = (earliest + latest) / 2
    if (!this.#isConfirmed || this.#recordUnconfirmedDrift(wall, disciplined, notified, shown.mono))
      return this.#confirmed(notified)
    // The broker alone shows otherwise. A time that two clocks once agreed on outweighs it.
    return disciplined
  }

  /**
   * Whether the broker's answers have shown one time for a minute while the other two clocks agree neither with it nor with
   * each other. `at`: of the newest answer, by the monotonic clock.
   */
  #recordUnconfirmedDrift(wall: number, disciplined: number, notified: number, at: number): boolean {
    if (Math.abs(wall - disciplined) <= AGREE_MS) {
      this.#unconfirmedDrift = undefined
      return false
    }
    const ahead = notified - disciplined
    if (this.#unconfirmedDrift === undefined || Math.abs(this.#unconfirmedDrift.ahead - ahead) > AGREE_MS)
      this.#unconfirmedDrift = { since: at, ahead }
    return at - this.#unconfirmedDrift.since >= LASTS_MS
  }

  #confirmed(time: number): number {
    this.#isConfirmed = true
    this.#unconfirmedDrift = undefined
    return time
  }

  #unconfirmedNow(wall: number, disciplined: number, mono: number): number {
    if (wall <= disciplined + AGREE_MS) {
      this.#aheadSince = undefined
      // Nothing was computed yet by a time that only a wall clock gave, and which that clock takes back.
      if (!this.#isConfirmed && wall < disciplined - AGREE_MS) return wall
      return Math.max(wall, disciplined)
    }
    this.#aheadSince ??= mono
    return mono - this.#aheadSince >= LASTS_MS ? wall : disciplined
  }
}

/** Whether a time agrees with a broker's clock that stands between two others. */
function isWithin(time: number, earliest: number, latest: number): boolean {
  return time >= earliest - AGREE_MS && time <= latest + AGREE_MS
}
