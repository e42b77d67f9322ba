import { brokerContract, titleOf, type Cannot } from './broker-contract.ts'
import type { Ability, BrokerBench } from './broker-bench.ts'
import { describe, it } from 'vitest'
import type { OrderPhase } from '@strikewise/execution/order/order.ts'
import type { BrokerPort } from '@strikewise/execution/ports.ts'

const CASE_MS = 60_000

/** Runs the contract of the broker port, each case on a bench that `open` makes for what the case needs. */
export function runContract(
  subject: string,
  cannot: Cannot,
  open: (needs: readonly Ability[]) => Promise<BrokerBench>,
  statuses?: Readonly<Record<string, OrderPhase>>,
): void {
  describe(`the broker port on ${subject}`, () => {
    for (const one of brokerContract(statuses)) {
      const { title, skipped } = titleOf(one, cannot)
      it.skipIf(skipped)(title, { timeout: CASE_MS }, async () => {
        const bench = await open(one.needs)
        try {
          await one.run(bench)
        } finally {
          await bench.close()
        }
      })
    }
  })
}

/** Gives the port its link and waits until its connection for updates stands, so that all it shows later is news. */
export async function connected(port: BrokerPort & { refresh(): Promise<boolean> }): Promise<void> {
  let polls = 0
  const stop = port.updates(({ type }) => (polls += type === 'look' ? 1 : 0))
  await port.refresh()
  await until('the connection for updates', async () => (polls === 1 ? true : undefined))
  stop()
}

/** Asks every few milliseconds until the answer is not undefined. */
export async function until<T>(what: string, probe: () => Promise<T | undefined>, withinMs = 30_000): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const seen = await probe()
    if (seen !== undefined) return seen
    if (performance.now() > end) throw new Error(`timed out waiting for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Real milliseconds a port waits where the case is about its waiting, and where it is not. */
export function callTimeoutFor(needs: readonly Ability[]): number {
  const waits: readonly Ability[] = ['doubt:reply_lost', 'doubt:request_lost', 'read:silence']
  return needs.some((need) => waits.includes(need)) ? 1_500 : 30_000
}
