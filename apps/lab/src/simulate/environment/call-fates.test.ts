import { expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { ExchangeFault } from '@strikewise/exchange/faults.ts'
import { ScriptedExchange, ME, SETTLED } from '@strikewise/exchange/testing/scripted-exchange.ts'
import { at, orderFor } from '@strikewise/exchange/testing/scripted-market.ts'
import { ScriptedChooser } from '../chance/chooser.ts'
import { execute, type CallFault, type Outcome } from './call-faults.ts'

const LATER = 60_000
const BELOW_THE_MARKET = { price: 10_000 as Paise }

function carriedOut(simulation: ScriptedExchange, orderId: string | null, fault: ExchangeFault, when: number): string {
  const effect = (): Outcome =>
    orderId === null
      ? simulation.exchange.place(ME, orderFor(simulation.call, BELOW_THE_MARKET), at(when))
      : simulation.exchange.cancel(ME, 'regular', orderId, at(when))
  const callFault: CallFault = { arrives: true, arriveMs: 0, instead: undefined, replyMs: 0, fault }
  const outcome = execute(
    simulation.exchange,
    { account: ME, orderId },
    callFault,
    new ScriptedChooser([]),
    at(when),
    effect,
  )
  if (!outcome.ok) throw new Error(outcome.refusal.message)
  return outcome.orderId
}

it('sticks the order that the call placed, not one that is on its way before it', () => {
  const simulation = new ScriptedExchange()
  const before = simulation.place(BELOW_THE_MARKET)
  const own = carriedOut(simulation, null, { kind: 'stick', count: 1, status: 'OPEN PENDING', until: null }, 0)
  expect(simulation.row(before, LATER)!.status).toBe('OPEN')
  expect(simulation.row(own, LATER)!.status).toBe('OPEN PENDING')
})

it('has the cancel lose that the call asks for, not one that is on its way before it', () => {
  const simulation = new ScriptedExchange()
  const [before, own] = [simulation.place(BELOW_THE_MARKET), simulation.place(BELOW_THE_MARKET)]
  simulation.exchange.cancel(ME, 'regular', before, at(SETTLED))
  carriedOut(simulation, own, { kind: 'cancel_loses', count: 1 }, SETTLED)
  expect(simulation.row(before, LATER)!.status).toBe('CANCELLED')
  expect(simulation.row(own, LATER)!.status).toBe('COMPLETE')
})

it('takes the trouble of a refused cancel along, so that the next has its own', () => {
  const simulation = new ScriptedExchange()
  const id = simulation.place()
  expect(simulation.row(id, SETTLED)!.status).toBe('COMPLETE')
  expect(() => carriedOut(simulation, id, { kind: 'cancel_loses', count: 1 }, SETTLED)).toThrow()
  expect(simulation.exchange.faults).toEqual([])
})
