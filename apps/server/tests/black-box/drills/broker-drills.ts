import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../trading-stack.ts'
import type { AuditedAccount } from '../external-audit.ts'
import type { Drill } from './drill.ts'
import type { DrillStack } from './drill-stack.ts'

const ALARM_MS = 30_000
const EXIT_MS = 60_000
const COVER_MS = 60_000
const WATCHED_MS = 10_000
const MARGIN_RUPEES = 5_000_000
/** Through the stops, and slowly enough for their limits to be met. Market ms. */
const FALL = { kind: 'spike', pct: -1, overMs: 20_000 } as const

interface BookPosition {
  readonly tradingsymbol: string
  readonly quantity: number
}

/** What the broker shows and does to the order that protects a position, and what the user does beside it. */
export const BROKER_DRILLS: readonly Drill[] = [
  {
    // A store that takes no such text must not cost the account its exits.
    name: 'hostile broker text',
    rounds: 3,
    movements: ['holding'],
    async strike(stack) {
      await stack.floor.endTrades()
      for (const text of ['nul', 'surrogate', 'long'])
        await setFault(stack, { kind: 'reject_next', count: 1, side: 'SELL', text })
      await stack.chaosRun.nextDay()
      await stack.floor.holdSomething()
      await delay(WATCHED_MS)
      await stack.killServer()
      await stack.restartServer()
    },
  },
  {
    // The broker takes the stop and never passes it on; then the market falls through it.
    name: 'stop stuck in validation',
    rounds: 2,
    movements: ['holding'],
    async strike(stack) {
      await stack.floor.endTrades()
      await stack.chaosRun.nextDay()
      const account = stack.chaosRun.accounts[0]!
      await stack.floor.mayEnter([account])
      const problems = stack.chaosRun.problems.length
      await setFault(stack, {
        kind: 'stick',
        count: 1,
        status: 'VALIDATION PENDING',
        forMs: null,
        liveBehind: false,
        side: 'SELL',
      })
      try {
        await buyUntilHeld(stack, account)
        await until('an alarm', ALARM_MS, async () => (stack.alarmsSince(problems).length > 0 ? true : undefined))
        await stack.scenario({ kind: 'gap', pct: -1.2 })
        await until('the exit of a position whose stop is stuck', EXIT_MS, async () =>
          (await unitsOf(stack, account)).every((units) => units <= 0) ? true : undefined,
        )
      } finally {
        await clearFaults(stack)
      }
    },
  },
  {
    // The user sells manually; before the sale is seen the market falls and our stop sells too. The user chose to have it bought back.
    name: 'manual sale beside a firing stop',
    rounds: 3,
    movements: ['holding'],
    async strike(stack) {
      await setCovering(stack, true)
      for (const [account, held] of await sellManually(stack))
        await until(`${account.userId} to be flat in ${held}`, COVER_MS, async () =>
          (await netOf(stack, account, held)) === 0 ? true : undefined,
        )
    },
  },
  {
    // The same, and the user has not chosen it: the short is an alarm, and nothing is bought.
    name: 'manual sale without a purchase back',
    rounds: 2,
    movements: ['holding'],
    async strike(stack) {
      await setCovering(stack, false)
      const problems = stack.chaosRun.problems.length
      for (const [account, held] of await sellManually(stack)) {
        await until('an alarm about the short', ALARM_MS, async () =>
          stack.alarmsSince(problems).length > 0 ? true : undefined,
        )
        await delay(WATCHED_MS)
        const net = await netOf(stack, account, held)
        if (net >= 0) throw new Error(`${account.userId} had ${held} bought back without having chosen it`)
        await orderManually(stack, account, held, 'BUY', -net)
        await until('the short to be closed manually', ALARM_MS, async () =>
          (await netOf(stack, account, held)) === 0 ? true : undefined,
        )
      }
    },
  },
]

/**
 * Each account with a position sells it manually, then the market falls through the stops, while the server stands still and
 * can cancel none of them: every account is short by what it held. Returns who held what.
 */
async function sellManually(stack: DrillStack): Promise<[AuditedAccount, string][]> {
  const sold: [AuditedAccount, string][] = []
  process.kill(stack.server.pid, 'SIGSTOP')
  try {
    await sellUnitsManually(stack, sold)
    await stack.scenario(FALL)
    await until('the stops to fire', EXIT_MS, async () => {
      const nets = await Promise.all(sold.map(([account, tradingsymbol]) => netOf(stack, account, tradingsymbol)))
      return nets.every((net) => net < 0) ? true : undefined
    })
  } finally {
    process.kill(stack.server.pid, 'SIGCONT')
  }
  return sold
}

async function sellUnitsManually(stack: DrillStack, sold: [AuditedAccount, string][]): Promise<void> {
  for (const account of stack.chaosRun.accounts) {
    // A short needs margin: the exchange would refuse the second sale otherwise, and nothing would be tried.
    await stack.chaosRun.sandbox.post(`/accounts/${account.brokerUser}/cash`, { amount: MARGIN_RUPEES })
    for (const [tradingsymbol, units] of await stack.floor.held(account.brokerUser)) {
      await orderManually(stack, account, tradingsymbol, 'SELL', units)
      sold.push([account, tradingsymbol])
    }
  }
  if (sold.length === 0) throw new Error('no account held a position to sell manually')
}

async function orderManually(
  { chaosRun }: DrillStack,
  { brokerUser }: AuditedAccount,
  tradingsymbol: string,
  side: OrderSide,
  quantity: number,
): Promise<void> {
  const order = { tradingsymbol, transaction_type: side, quantity, product: 'MIS' }
  await chaosRun.sandbox.post(`/accounts/${brokerUser}/orders`, order)
}

async function netOf({ chaosRun }: DrillStack, { brokerUser }: AuditedAccount, tradingsymbol: string): Promise<number> {
  const rows = await chaosRun.sandbox.get<BookPosition[]>(`/positions?account=${brokerUser}`)
  return rows.filter((row) => row.tradingsymbol === tradingsymbol).reduce((sum, row) => sum + row.quantity, 0)
}

async function setCovering({ chaosRun }: DrillStack, covers: boolean): Promise<void> {
  await chaosRun.db.updateTable('risk_settings').set({ cover_manual_shorts: covers }).execute()
  for (const { userId } of chaosRun.accounts) chaosRun.bus.publish(`account.${userId}`, null)
}

/** Decides to buy, again and again, until the account holds something. */
async function buyUntilHeld(stack: DrillStack, account: AuditedAccount): Promise<void> {
  await until('a position', EXIT_MS, async () => {
    const decision = await stack.floor.buy()
    await until(`the fate of ${decision}`, EXIT_MS, async () =>
      (await stack.floor.callFaultsOf(decision)).has(account.userId) ? true : undefined,
    )
    await delay(1_000)
    return (await unitsOf(stack, account)).some((units) => units > 0) ? true : undefined
  })
}

async function unitsOf({ floor }: DrillStack, { brokerUser }: AuditedAccount): Promise<number[]> {
  return [...(await floor.held(brokerUser)).values()]
}

async function setFault({ chaosRun }: DrillStack, fault: object): Promise<void> {
  await chaosRun.sandbox.post('/faults', fault)
}

async function clearFaults(stack: DrillStack): Promise<void> {
  const response = await fetch(`${stack.chaosRun.sandbox.url}/sandbox/faults`, { method: 'DELETE' })
  if (!response.ok) throw new Error(`the faults could not be cleared: ${response.status}`)
}
