import { floorToTick } from '@strikewise/domain/money/ticks.ts'
import type { BookStatus, BrokerBench } from './broker-bench.ts'
import { acceptedId, bought, orderIn, restingOrder, yes } from './steps.ts'

/** Statuses an exchange's orders pass through too quickly to be seen, unless one is made to stand. */
export type PassingStatus =
  | 'PUT ORDER REQ RECEIVED'
  | 'VALIDATION PENDING'
  | 'OPEN PENDING'
  | 'MODIFY VALIDATION PENDING'
  | 'MODIFY PENDING'
  | 'CANCEL PENDING'

/** What an exchange model needs to do for `orderInForce`. */
export interface StatusControls {
  /** Makes the next order that reaches `status` stay there. */
  hold(status: PassingStatus): Promise<void>
  /** The book's own word for where an order stands. */
  statusOf(orderId: string): Promise<string | undefined>
}

/** Brings an order into `status` on a bench whose exchange model works its orders. */
export async function orderInForce(bench: BrokerBench, controls: StatusControls, status: BookStatus): Promise<string> {
  const { port, contract } = bench
  const request = await restingOrder(bench, 'e1')
  const placed = async () => acceptedId(await port.place(request, yes))
  const stands = (orderId: string) =>
    bench.until(`order ${orderId} to stand in ${status}`, async () =>
      (await controls.statusOf(orderId)) === status ? orderId : undefined,
    )
  switch (status) {
    case 'OPEN':
      return bench.resting()
    case 'COMPLETE':
      return (await bought(bench, 'e1')).orderId
    case 'CANCELLED': {
      const orderId = await bench.resting()
      acceptedId(await port.cancel(orderId, yes))
      return stands(orderId)
    }
    case 'REJECTED':
      await bench.cause('rejected_later')
      return stands(await placed())
    case 'TRIGGER PENDING': {
      await bought(bench, 'e1')
      const trigger = floorToTick((await bench.quote()).last * 0.7)
      const terms = { kind: 'SL', quantity: contract.lotSize, price: trigger, trigger } as const
      return stands(acceptedId(await port.place({ ...request, side: 'SELL', terms }, yes)))
    }
    case 'PUT ORDER REQ RECEIVED':
    case 'VALIDATION PENDING':
    case 'OPEN PENDING':
      await controls.hold(status)
      return stands(await placed())
    case 'MODIFY VALIDATION PENDING':
    case 'MODIFY PENDING':
    case 'CANCEL PENDING': {
      const orderId = await bench.resting()
      await orderIn(bench, orderId, 'open')
      await controls.hold(status)
      const terms = { ...request.terms, quantity: 2 * contract.lotSize }
      acceptedId(status === 'CANCEL PENDING' ? await port.cancel(orderId, yes) : await port.modify(orderId, terms, yes))
      return stands(orderId)
    }
    case 'MODIFIED':
    case 'AMO REQ RECEIVED':
    case 'MODIFY AMO REQ RECEIVED':
    case 'CANCEL AMO REQ RECEIVED':
    case 'A STATUS NOBODY KNOWS':
      throw new Error(`no order of an exchange model stands in ${status}`)
  }
}
