// @invariant no-single-clock
import type { BrokerPort, ClockPort } from '../ports.ts'
import type { DisciplinedClock } from './disciplined-clock.ts'

/** A broker that has not answered by then is not waited for: a position without a stop must be taken up within five seconds. */
const CONFIRM_MS = 4_000
/** One question may hang alone: it is put a second time after this. */
const AGAIN_MS = 1_000

/**
 * Waits until the broker has shown its time, so that an account does not begin its day on the word of one clock. Ends at
 * once where the broker never shows it, with the first answer, or when `abandoned` resolves. Funds that cannot be read show
 * no time, and nothing of what the broker does else: the order book is asked for then. `shownLate`: called when an answer that
 * was not waited for any more shows it after all, for what is due may be due by that time only.
 */
export async function awaitBrokerTime(
  steady: DisciplinedClock,
  clock: ClockPort,
  broker: Pick<BrokerPort, 'funds' | 'orders'>,
  abandoned: Promise<void>,
  shownLate: () => void,
): Promise<void> {
  steady.now()
  if (steady.isConfirmed) return
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  let isAwaited = true
  const isShown = () => {
    steady.now()
    return steady.isConfirmed
  }
  const ask = async () => {
    const isRead = await isAcknowledged(broker.funds())
    if (!isRead && !isShown()) await isAcknowledged(broker.orders())
    resolve()
    if (!isAwaited && isShown()) shownLate()
  }
  const silence = clock.alarm(CONFIRM_MS, resolve)
  const endAgain = clock.alarm(AGAIN_MS, () => void ask())
  void ask()
  await Promise.race([enough, abandoned])
  isAwaited = false
  endAgain()
  silence()
  steady.now()
}

/** Whether a reading succeeded. */
function isAcknowledged(snapshot: Promise<{ readonly ok: boolean }>): Promise<boolean> {
  return snapshot.then(
    ({ ok }) => ok,
    () => false,
  )
}
