import { expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { ExchangeFault } from '@strikewise/exchange/faults.ts'
import { HandExchange, ME, SETTLED } from '@strikewise/exchange/testing/hand-exchange.ts'
import { at, orderFor } from '@strikewise/exchange/testing/hand-market.ts'
import { ScriptedChooser } from '../chance/chooser.ts'
import { carryOut, type Fate, type Outcome } from './call-fates.ts'

const LATER = 60_000
const BELOW_THE_MARKET = { price: 10_000 as Paise }

function carriedOut(world: HandExchange, orderId: string | null, fault: ExchangeFault, when: number): string {
  const effect = (): Outcome =>
    orderId === null
      ? world.exchange.place(ME, orderFor(world.call, BELOW_THE_MARKET), at(when))
      : world.exchange.cancel(ME, 'regular', orderId, at(when))
  const fate: Fate = { arrives: true, arriveMs: 0, instead: undefined, replyMs: 0, fault }
  const outcome = carryOut(world.exchange, { account: ME, orderId }, fate, new ScriptedChooser([]), at(when), effect)
  if (!outcome.ok) throw new Error(outcome.refusal.message)
  return outcome.orderId
}

it('sticks the order that the call placed, not one that is on its way before it', () => {
  const world = new HandExchange()
  const before = world.place(BELOW_THE_MARKET)
  const own = carriedOut(world, null, { kind: 'stick', count: 1, status: 'OPEN PENDING', until: null }, 0)
  expect(world.row(before, LATER)!.status).toBe('OPEN')
  expect(world.row(own, LATER)!.status).toBe('OPEN PENDING')
})

it('has the cancel lose that the call asks for, not one that is on its way before it', () => {
  const world = new HandExchange()
  const [before, own] = [world.place(BELOW_THE_MARKET), world.place(BELOW_THE_MARKET)]
  world.exchange.cancel(ME, 'regular', before, at(SETTLED))
  carriedOut(world, own, { kind: 'cancel_loses', count: 1 }, SETTLED)
  expect(world.row(before, LATER)!.status).toBe('CANCELLED')
  expect(world.row(own, LATER)!.status).toBe('COMPLETE')
})

it('takes the trouble of a refused cancel along, so that the next has its own', () => {
  const world = new HandExchange()
  const id = world.place()
  expect(world.row(id, SETTLED)!.status).toBe('COMPLETE')
  expect(() => carriedOut(world, id, { kind: 'cancel_loses', count: 1 }, SETTLED)).toThrow()
  expect(world.exchange.faults).toEqual([])
})
