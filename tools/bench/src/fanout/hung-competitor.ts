import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { FeedPort } from '@strikewise/execution/ports.ts'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import { whileRunning } from '../while-running.ts'
import type { BenchAccount, BrokerCallCounts } from './bench-account.ts'
import { withCore } from './core.ts'
import { openExitPresses } from './exit-presses.ts'
import { buyDecision } from './decision.ts'
import { sandboxUrls } from './sandbox-calls.ts'
import { withExecutorFixture } from './executor-fixture.ts'

export const HUNG_ACCOUNTS = 200
const OTHER_ACCOUNTS = 60
/** Positions that must be open before anything is measured; an entry may find no seller. */
const MIN_MEASURED = 40
/** Of one decision a hundred accounts find a seller; the rest abandon in time for the next. */
const MAX_DECISIONS = 12
const DECIDE_EVERY_MS = 14_000
const LONGEST_MS = 30_000
const POLL_MS = 2
/** Long enough for every hung account to have calls out, one of them its exit. */
const ALL_HANG_MS = 2_000
/** What the core is shown of the bid once every account holds: a loss, small beside the cap of the day. */
const SHOWN_OF_BID = 0.9
/** A capital of which the cap of the day is less than that loss. */
const SMALL_CAPITAL = 1_000_000 as Paise

/** Milliseconds to the first byte of the request that exits an account's trade, account by account. */
export interface ExitsMeasured {
  /** From the change of the day's loss cap, committed. */
  readonly capMs: readonly number[]
  /** From the user's press of Exit: its transaction, and PostgreSQL's notification of it, are part of it. */
  readonly pressMs: readonly number[]
}

/**
 * Accounts that hold an option; when `hangs`, the brokers of two hundred of them then take connections and answer nothing,
 * while each of the two hundred wants to leave its position. The others leave theirs one by one: in turn the user lowers the
 * day's loss cap below what is lost already, or presses Exit.
 */
export function hungCompetitor(http: string, addressFile: string, hangs: boolean): Promise<ExitsMeasured> {
  const start = () =>
    startManagedProcess<{ url: string }>({
      name: 'hanging proxy',
      args: [join(import.meta.dirname, 'hanging-proxy.ts'), http],
      logFile: join(import.meta.dirname, '../../../../.data/bench/logs/hanging-proxy.log'),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    ({ program, ready }) => {
      const { kite, ticker } = sandboxUrls(ready.url)
      const options = {
        name: 'hu',
        accounts: HUNG_ACCOUNTS + OTHER_ACCOUNTS,
        brokerOf: (nth: number) => (nth < HUNG_ACCOUNTS ? { kite, ticker } : {}),
      }
      return withExecutorFixture(http, options, (fixture) => {
        const { accounts, clock, contract, feed, name } = fixture
        let shown = 1
        const shownFeed: FeedPort = {
          quote(token) {
            const quote = feed.quote(token)
            return quote === undefined ? undefined : { ...quote, bid: Math.round(quote.bid * shown) as Paise }
          },
          watch: (token, wake) => feed.watch(token, wake),
        }
        return withCore(
          fixture,
          addressFile,
          async ({ executor, store }) => {
            const hung = accounts.slice(0, HUNG_ACCOUNTS)
            const others = accounts.slice(HUNG_ACCOUNTS)
            const areOpen = () => others.filter(isProtected).length >= MIN_MEASURED && hung.every(hasEntered)
            for (let nth = 1; nth <= MAX_DECISIONS && !areOpen(); nth += 1) {
              executor.decide(buyDecision(`decision-${name}-${nth}`, contract, await feed.ready(), clock.now()))
              await orUntil(areOpen, DECIDE_EVERY_MS)
            }
            if (!areOpen()) throw new Error(`too few positions were open after ${MAX_DECISIONS} decisions`)
            await delay(ALL_HANG_MS)
            shown = SHOWN_OF_BID
            if (hangs) process.kill(program.pid, 'SIGUSR2')
            for (const { session } of hangs ? hung : []) {
              await store.setCapital(session.userId, SMALL_CAPITAL)
              executor.accountChanged(session.userId)
            }
            const presses = await openExitPresses(addressFile, { executor }, clock)
            await delay(ALL_HANG_MS)
            const measured = { capMs: [] as number[], pressMs: [] as number[] }
            for (const [nth, account] of others.filter(isProtected).entries()) {
              const { userId } = account.session
              const isPress = nth % 2 === 1
              const before = account.calls.length
              if (!isPress) await store.setCapital(userId, SMALL_CAPITAL)
              const askedAt = performance.now()
              if (isPress) await presses.press(userId)
              else executor.accountChanged(userId)
              const exit = () => account.calls.slice(before).find(isExitSent)
              await until(() => exit() !== undefined, `the exit of ${userId}`)
              measured[isPress ? 'pressMs' : 'capMs'].push(exit()!.sentAt! - askedAt)
            }
            await presses.close()
            return measured
          },
          { feed: shownFeed },
        )
      })
    },
  )
}

/** An accepted order to sell rests at the broker. */
function isProtected({ calls }: BenchAccount): boolean {
  return calls.some(({ order, answer }) => order?.side === 'SELL' && answer?.type === 'accepted')
}

function hasEntered({ calls }: BenchAccount): boolean {
  return calls.some(({ answer }) => answer?.type === 'accepted')
}

function isExitSent({ kind, sentAt }: BrokerCallCounts): boolean {
  return kind === 'modify' && sentAt !== undefined
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  await orUntil(isSo, LONGEST_MS)
  if (!isSo()) throw new Error(`timed out after ${LONGEST_MS} ms waiting for ${what}`)
}

/** Waits until it is so, `ms` at most. */
async function orUntil(isSo: () => boolean, ms: number): Promise<void> {
  const giveUpAt = performance.now() + ms
  while (!isSo() && performance.now() < giveUpAt) await delay(POLL_MS)
}
