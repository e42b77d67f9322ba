// @invariant stored-intent
// @invariant entry-checks-in-claim
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { DailyResult } from '@strikewise/domain/trading/period-limits.ts'
import type { ExecutionConfig } from '../config.ts'
import type { AccountFacts } from '../account-facts.ts'
import { dayPnlOf, isLeftAtLoss, openWorstLoss, withForeignTrades, type OpenPosition } from '../pre-trade/day-pnl.ts'
import { NO_FOREIGN_TRADES, type ForeignTrades } from '../trade/foreign-trades.ts'
import { resultsFrom } from '../pre-trade/account-limits.ts'
import {
  preTradeCheck,
  type ChosenSettings,
  type PreTradeCheckInput,
  type PreTradeCheckResult,
} from '../pre-trade/pre-trade-check.ts'
import type { EntryRefusalReason } from '../refusal.ts'
import { tagOf } from '../intent/tag.ts'
import type { Intent } from '../intent/intent.ts'
import { asTaken } from '../order/immediate-orders.ts'
import type { AccountId, Lease, Ports, ResultsRequest, StoreTransaction } from '../ports.ts'
import type { AccountHistory, Batch, Change, EntryRows } from '../store/account-changes.ts'
import { nextTrade, ofMode, type Trade } from '../trade/trade.ts'
import type { EntryCandidate, EntryDecision } from '../pre-trade/entry-ticket.ts'

/** What the actor knows that the store does not. */
export interface EntryContext {
  readonly account: AccountId
  readonly lease: Lease
  readonly config: ExecutionConfig
  readonly session: Session | undefined
  readonly funds: { readonly usable: Paise; readonly opening: Paise; readonly readAt: EpochMs } | undefined
  readonly open: readonly OpenPosition[]
  readonly inDoubt: boolean
  readonly isContractShort: boolean
  /** What the user traded today without the product. It counts for a live link alone. */
  readonly foreignTrades: ForeignTrades
  /** Broker's clock less ours; asked in the transaction of the claim. */
  readonly clockSkewMs: () => number | undefined
  readonly budgetLeft: boolean
  /** The trade whose entry is priced again; undefined for a new decision. */
  readonly reEntryOf: Trade | undefined
  /** Which try this is, from 1. */
  readonly attempt: number
  /** Number of the newest journal row that the store is known to have had. */
  readonly journalSeq: number
}

/** The store lacks rows that it had taken: the pre-trade check would not see what the account did today. */
export class RowsLost extends Error {}

/** What came of an entry candidate: an intent that may now be sent, or why not. The changes are committed. */
export interface EntryClaim {
  readonly changes: readonly Change[]
  readonly intent: Intent | undefined
  readonly refusal: EntryRefusalReason | undefined
  /** What the store showed of the account in the transaction of the claim; null: it could not be read. */
  readonly facts: AccountFacts | null
  /** Number of the newest journal row, with those of the claim. */
  readonly journalSeq: number
}

type Judged = Omit<EntryClaim, 'facts' | 'journalSeq'>

const NO_HISTORY: AccountHistory = { dailyResults: [], record: { wins: 0, losses: 0, payoff: 0 } }

/** An entry candidate, with what its account knows. */
export interface EntryClaimRequest extends EntryCandidate {
  readonly context: EntryContext
}

/**
 * The claim of one account's entry: gate, trade and intent in one transaction with the account's row locked. A refusal
 * is a row too. Rejects when the store fails or ends unknown, and with RowsLost; then nothing may be sent, and what was
 * committed is found later.
 */
export async function claimEntry(ports: Ports, candidate: EntryClaimRequest): Promise<EntryClaim> {
  const { account, lease } = candidate.context
  return ports.store.transaction(async (t) => {
    await t.lock(account, lease.epoch)
    if (isBehind(t, candidate)) throw new RowsLost(`the store has lost rows of ${account}`)
    const claims = await claimLocked(ports, t, [candidate])
    return claims.get(account)!
  })
}

/**
 * The claims of many accounts, at most one each, in the transaction `t`. An account that `lockFree` leaves out, or of which
 * rows are lost, is left out of the answer: claim it alone.
 */
export async function claimEntries(
  ports: Ports,
  t: StoreTransaction,
  candidates: readonly EntryClaimRequest[],
): Promise<ReadonlyMap<AccountId, EntryClaim>> {
  const epochs = new Map(candidates.map(({ context }) => [context.account, context.lease.epoch]))
  const locked = new Set(await t.lockFree(epochs))
  const free = candidates.filter((candidate) => locked.has(accountOf(candidate)) && !isBehind(t, candidate))
  return free.length === 0 ? new Map() : claimLocked(ports, t, free)
}

function accountOf(candidate: EntryClaimRequest): AccountId {
  return candidate.context.account
}

/** Whether the store has fewer rows of the account than it had. */
function isBehind(t: StoreTransaction, { context }: EntryClaimRequest): boolean {
  return t.journalSeq(context.account) < context.journalSeq
}

/** Asks the pre-trade check about each candidate and writes what came of it. The rows of their accounts are locked. */
async function claimLocked(
  ports: Ports,
  t: StoreTransaction,
  candidates: readonly EntryClaimRequest[],
): Promise<ReadonlyMap<AccountId, EntryClaim>> {
  const at = ports.clock.now()
  const on = istDateAt(at)
  const rows = await t.entryRows(candidates.map(accountOf), at)
  // Only the capital engine looks at the past.
  const advanced = new Map(
    [...rows].flatMap(([account, { facts }]) =>
      facts !== null && PLAN_POLICY[facts.plan].capitalAllocation === 'advanced' ? [[account, facts.link.mode]] : [],
    ),
  )
  const histories = advanced.size === 0 ? undefined : await t.histories(advanced, on)
  const pastResults = await dailyResultsOf(t, rows, on)
  const judged = new Map<AccountId, Omit<EntryClaim, 'journalSeq'>>()
  const batches = new Map<AccountId, Batch>()
  for (const candidate of candidates) {
    const { account, lease } = candidate.context
    const found = rows.get(account)!
    const past = { history: histories?.get(account) ?? NO_HISTORY, dailyResults: pastResults.get(account) ?? [] }
    const { changes, ...claim } = judge(ports, candidate, found, past, on)
    judged.set(account, { ...claim, changes, facts: found.facts })
    batches.set(account, { id: ports.ids.next('batch'), at: ports.clock.now(), epoch: lease.epoch, changes })
  }
  await t.writeAll(batches)
  return new Map([...judged].map(([account, claim]) => [account, { ...claim, journalSeq: t.journalSeq(account) }]))
}

/** What the limits over weeks and longer look back at, for the accounts that have one. */
async function dailyResultsOf(
  t: StoreTransaction,
  rows: ReadonlyMap<AccountId, EntryRows>,
  on: IstDate,
): Promise<ReadonlyMap<AccountId, readonly DailyResult[]>> {
  const requested = new Map<AccountId, ResultsRequest>()
  for (const [account, { facts }] of rows) {
    const from = facts === null ? undefined : resultsFrom(facts.risk.account, on)
    if (from !== undefined) requested.set(account, { mode: facts!.link.mode, from })
  }
  return requested.size === 0 ? new Map() : t.dailyResults(requested, on)
}

/** The result of the pre-trade check as rows. */
function judge(
  ports: Ports,
  { context, decision, entry, ticket }: EntryClaimRequest,
  { userId, facts, trades, locks }: EntryRows,
  past: Pick<PreTradeCheckInput, 'history' | 'dailyResults'>,
  on: IstDate,
): Judged {
  const now = ports.clock.now()
  // No trades are asked about where the facts cannot be read.
  const mode = facts?.link.mode
  const own = mode === undefined ? [] : ofMode(trades, mode)
  const open = context.open.filter(({ trade }) => trade.mode === mode)
  const { brokerage } = context.config.broker
  const foreignTrades = mode === 'live' ? context.foreignTrades : NO_FOREIGN_TRADES
  const answer = preTradeCheck({
    now,
    on,
    config: context.config,
    session: context.session,
    facts,
    decision,
    entry,
    ticket,
    reEntryOf: context.reEntryOf,
    trades,
    lock: locks.find((lock) => lock.mode === mode) ?? null,
    quote: ports.feed.quote(entry.contract.token),
    funds: context.funds,
    foreignTrades,
    dayPnl: withForeignTrades(dayPnlOf(own, open, on, brokerage), foreignTrades),
    isLosingExit: open.some((position) => isLeftAtLoss(position, on, brokerage)),
    openWorstLoss: openWorstLoss(
      own.filter((trade) => trade.id !== context.reEntryOf?.id),
      brokerage,
    ),
    ...past,
    inDoubt: context.inDoubt,
    isContractShort: context.isContractShort,
    clockSkewMs: context.clockSkewMs(),
    budgetLeft: context.budgetLeft,
  })
  return answer.ok
    ? claimed(ports, context, { decision, entry, ticket, answer, facts: facts!, now })
    : refused(context, decision, userId, answer.refusal, now)
}

function claimed(
  ports: Ports,
  { account, lease, config, reEntryOf: again, attempt }: EntryContext,
  found: EntryCandidate & {
    answer: Extract<PreTradeCheckResult, { ok: true }>
    facts: AccountFacts
    now: EpochMs
  },
): Judged {
  const { decision, entry, ticket, answer, facts, now } = found
  const trade: Trade = again ?? {
    state: 'entering',
    id: ports.ids.next('trade'),
    accountId: account,
    userId: facts.userId,
    mode: facts.link.mode,
    on: istDateAt(now),
    decisionId: decision.id,
    ...(ticket === undefined ? {} : { origin: 'manual' as const }),
    ...(answer.algoId === undefined ? {} : { algoId: answer.algoId }),
    direction: decision.action === 'buy_call' ? 'up' : 'down',
    contract: entry.contract,
    product: config.product,
    lots: answer.lots,
    quantity: answer.quantity,
    entrySettings: entrySettingsFrom(answer.strategy, entry, facts),
    createdAt: now,
    manualExitQuantity: 0,
    plannedLoss: answer.worstLoss,
    sizing: answer.sizing,
    ...(answer.recoveryOf === undefined ? {} : { recoveryOf: answer.recoveryOf }),
  }
  const id = ports.ids.next('intent')
  const intent: Intent = {
    id,
    accountId: account,
    tradeId: trade.id,
    kind: 'enter',
    attempt,
    call: {
      type: 'place',
      order: {
        tag: tagOf('enter', id, attempt),
        tradingsymbol: entry.contract.tradingsymbol,
        side: 'BUY',
        product: trade.product,
        terms: asTaken(
          { kind: 'LIMIT', quantity: answer.quantity, price: answer.limit, validity: 'IOC' },
          config.broker,
        ),
        ...(trade.algoId === undefined ? {} : { algoId: trade.algoId }),
      },
    },
    reason: again === undefined ? 'entry' : 'reprice',
    on: trade.on,
    createdAt: now,
    epoch: lease.epoch,
    deadline: answer.until,
    outcome: { state: 'sending' },
  }
  const changes: Change[] = [{ type: 'intent', intent }]
  if (again === undefined) changes.unshift({ type: 'trade', trade })
  return { changes, intent, refusal: undefined }
}

function entrySettingsFrom(
  strategy: ChosenSettings,
  entry: EntryCandidate['entry'],
  facts: AccountFacts,
): Trade['entrySettings'] {
  return {
    slBuffer: strategy.slBuffer,
    trailing: strategy.trailing && PLAN_POLICY[facts.plan].trailingStop,
    stopDistance: entry.stopDistance,
    firstMid: entry.mid,
  }
}

function refused(
  { account, reEntryOf: again }: EntryContext,
  decision: EntryDecision,
  userId: string,
  refusal: EntryRefusalReason,
  now: EpochMs,
): Judged {
  const changes: Change[] = []
  const abandoned =
    again === undefined ? undefined : nextTrade(again, { type: 'given_up', at: now, why: reasonOf(refusal.code) })
  if (abandoned !== undefined) changes.push({ type: 'trade', trade: abandoned })
  changes.push({
    type: 'refusal',
    refusal: {
      accountId: account,
      userId,
      decisionId: decision.id,
      symbol: decision.symbol,
      on: istDateAt(now),
      at: now,
      code: reasonOf(refusal.code),
      message: refusal,
    },
  })
  return { changes, intent: undefined, refusal }
}
