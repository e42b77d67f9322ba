import { NO_FOREIGN_TRADES } from '../trade/foreign-trades.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import type { AccountFacts } from '../account-facts.ts'
import { ACCOUNT, DAY, decisionAt, goodFacts, rs } from '../testing/scenario.ts'
import { StagedAccount } from '../testing/account-fixture.ts'
import { bidOf, ENTERING, NOW } from '../testing/trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { claimEntry, claimEntries, RowsLost, type EntryClaim, type EntryContext } from './claim-entry.ts'

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
  account.quote = { ...bidOf(149.9)!, ask: rs(150.1), last: rs(150), askQuantity: 10_000 }
})

const decision = decisionAt(NOW)

function candidateOf(change: Partial<EntryContext> = {}, decided = decision) {
  const context: EntryContext = {
    account: ACCOUNT,
    lease: account.lease,
    config: TEST_CONFIG,
    session: TEST_CONFIG.calendar.sessionOn(DAY),
    funds: { usable: rs(500_000), opening: rs(500_000), readAt: NOW },
    open: [],
    inDoubt: false,
    isContractShort: false,
    foreignTrades: NO_FOREIGN_TRADES,
    clockSkewMs: () => undefined,
    budgetLeft: true,
    reEntryOf: undefined,
    attempt: 1,
    journalSeq: 0,
    ...change,
  }
  return { context, decision: decided, entry: decision.entry! }
}

const claim = (change: Partial<EntryContext> = {}, decided = decision): Promise<EntryClaim> =>
  claimEntry(account.ports, candidateOf(change, decided))
const setFacts = (change: (facts: AccountFacts) => AccountFacts) =>
  account.store.factsOf.set(ACCOUNT, change(goodFacts(NOW)))
/** Rows that are there before the claim. */
async function there(...trades: Trade[]): Promise<void> {
  const unitOfWork = await account.unitOfWork()
  for (const trade of trades) unitOfWork.put({ type: 'trade', trade })
  await unitOfWork.commit(false)
}

describe('the claim of an entry', () => {
  it('writes the trade and then its intent, and nothing else', async () => {
    const { changes, intent, refusal } = await claim()
    expect(changes.map(({ type }) => type)).toEqual(['trade', 'intent'])
    expect(account.store.journalOf(ACCOUNT).map(({ change }) => change)).toEqual(changes)
    expect(intent).toMatchObject({ kind: 'enter', attempt: 1, reason: 'entry', epoch: 1 })
    expect(refusal).toBeUndefined()
  })

  it.each([
    ['buy_call', 'up'],
    ['buy_put', 'down'],
  ] as const)('of a decision to %s is a trade on the way %s', async (action, direction) => {
    const { changes } = await claim({}, { ...decision, action })
    expect(changes[0]).toMatchObject({ type: 'trade', trade: { direction } })
  })

  it.each<[plan: AccountFacts['plan'], requested: boolean, trailing: boolean]>([
    ['elite', true, true],
    ['elite', false, false],
  ])('freezes whether its stop trails: %s, %j', async (plan, requested, trailing) => {
    setFacts((facts) => ({
      ...facts,
      plan,
      strategies: facts.strategies.map((one) => ({ ...one, trailing: requested })),
    }))
    const { changes } = await claim()
    expect(changes[0]).toMatchObject({ trade: { entrySettings: { trailing } } })
  })

  it('that is refused writes why, and no trade', async () => {
    setFacts((facts) => ({ ...facts, consentGiven: false }))
    const { changes, intent } = await claim()
    expect(changes).toMatchObject([{ type: 'refusal', refusal: { code: 'consent_missing', decisionId: decision.id } }])
    expect(intent).toBeUndefined()
  })
})

describe('an entry that is priced again', () => {
  const again: Trade = { ...ENTERING, decisionId: decision.id }

  it('has another intent and the trade it had', async () => {
    await there(again)
    const { changes, intent } = await claim({ reEntryOf: again, attempt: 2 })
    expect(changes.map(({ type }) => type)).toEqual(['intent'])
    expect(intent).toMatchObject({ tradeId: 't1', attempt: 2, reason: 'reprice' })
  })

  it('is abandoned with the rejection', async () => {
    await there(again)
    setFacts((facts) => ({ ...facts, killSwitch: { user: true, global: false } }))
    const { changes } = await claim({ reEntryOf: again, attempt: 2 })
    expect(changes.map(({ type }) => type)).toEqual(['trade', 'refusal'])
    expect(changes[0]).toMatchObject({ trade: { state: 'abandoned' } })
  })

  it('takes the lots the trade was opened with, whatever the user has chosen since', async () => {
    await there(again)
    setFacts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 5 })) }))
    const { intent } = await claim({ reEntryOf: again, attempt: 2 })
    expect(intent?.call).toMatchObject({ order: { terms: { quantity: 65 } } })
  })

  it('is not counted against itself in what may be lost', async () => {
    // Its own worst loss is most of the day's cap.
    setFacts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(100_000), dailyLossCapPct: 4 } }))
    await there(again)
    expect((await claim({ reEntryOf: again, attempt: 2 })).refusal).toBeUndefined()
  })
})

it.each([
  ['is refused where an entry on its way in the other index leaves no room for its loss', [{ lots: 1 }], 'day_cap'],
  ['leaves where there is room', [], undefined],
] as const)('an entry %s', async (_what, others, refusal) => {
  setFacts((facts) => ({ ...facts, plan: 'master', risk: { ...facts.risk, capital: rs(400_000), dailyLossCapPct: 1 } }))
  const contract = { ...ENTERING.contract, symbol: 'BANKNIFTY', tradingsymbol: 'BANKNIFTY26D2955000CE' } as const
  await there(...others.map((one): Trade => ({ ...ENTERING, ...one, id: 'other', decisionId: 'other', contract })))
  const { refusal: given } = await claim()
  expect(given && reasonOf(given.code)).toBe(refusal)
})

describe('what the past shows', () => {
  const HISTORY = { dailyResults: [], record: { wins: 0, losses: 0, payoff: 0 } }

  it.each<[plan: AccountFacts['plan'], asked: number]>([
    ['elite', 0],
    ['master', 1],
  ])('is asked for an account of the plan %s %d times', async (plan, asked) => {
    setFacts((facts) => ({ ...facts, plan }))
    const candidate = candidateOf()
    let histories = 0
    await account.ports.store.transaction(async (t) => {
      const counting = {
        lock: t.lock.bind(t),
        lockFree: t.lockFree.bind(t),
        journalSeq: t.journalSeq.bind(t),
        facts: t.facts.bind(t),
        instructions: t.instructions.bind(t),
        tickets: t.tickets.bind(t),
        load: t.load.bind(t),
        entryRows: t.entryRows.bind(t),
        dailyResults: t.dailyResults.bind(t),
        write: t.write.bind(t),
        attempt: t.attempt.bind(t),
        writeAll: t.writeAll.bind(t),
        histories: async () => {
          histories += 1
          return new Map([[ACCOUNT, HISTORY]])
        },
      }
      await claimEntries(account.ports, counting, [candidate])
    })
    expect(histories).toBe(asked)
  })
})

describe('where the store has lost rows of the account (F44)', () => {
  it('nothing is claimed: the pre-trade check would not see what the account did today', async () => {
    account.store.commits = []
    const { journalSeq } = await claim()
    expect(journalSeq).toBe(2)
    expect((await claim({ journalSeq })).refusal?.code).toBe('refusal.already_decided')
    account.store.loseNewest(2)
    await expect(claim({ journalSeq })).rejects.toThrow(RowsLost)
    expect(account.store.journalOf(ACCOUNT)).toEqual([])
  })

  it('it is left out of the claims of many', async () => {
    await account.store.transaction(async (t) => {
      expect(await claimEntries(account.ports, t, [candidateOf({ journalSeq: 1 })])).toEqual(new Map())
    })
    expect(account.store.journalOf(ACCOUNT)).toEqual([])
  })
})

it('an account whose row is held is left out of the claims of many', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const holder = account.store.transaction(async (t) => {
    await t.lock(ACCOUNT, 1)
    await held
  })
  await account.store.transaction(async (t) => {
    expect(await claimEntries(account.ports, t, [candidateOf()])).toEqual(new Map())
  })
  letGo()
  await holder
  expect(account.store.journalOf(ACCOUNT)).toEqual([])
})
