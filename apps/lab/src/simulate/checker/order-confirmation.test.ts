// @invariant I11
// @invariant I13
import { describe, expect, it } from 'vitest'
import { ScriptedChooser } from '../chance/chooser.ts'
import { runSession } from '../run-session.ts'
import { CANONICAL } from '../session/canonical.ts'
import type { Simulation } from '../environment/simulation.ts'
import { rowOf } from './order-confirmation.ts'
import type { StagedDay } from './testing/day-fixture.ts'
import { CONTRACT } from './testing/facts-fixture.ts'
import { ENTRY, entered, EXIT, protectedDay, STOP } from './testing/fixtures.ts'

const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' } } as const
const of = (invariant: string, day: StagedDay) =>
  day.checker.violations.filter((one) => one.invariant === invariant).map(({ text }) => text)

it.each<[string, (day: StagedDay) => StagedDay]>([
  ['nothing', (day) => day],
  ['a stale book of its account', (day) => day.fault('book_stale', 3)],
  ['an order of its account that was hidden', (day) => day.fault('orders_hidden', 2)],
  ['a process that was killed', (day) => day.fault('crash', 1, 'slot0')],
  ['a store that was away', (day) => day.fault('store_down', 2, 'store')],
])('a second sale is not excused by %s once the rows show the first', (_what, fault) => {
  const day = fault(protectedDay()).place('x1', 'SELL', EXIT)
  expect(of('I11', day)).toContain('the sale x1 left while s1 stood')
})

it('a stop that the exchange does not confirm is a cause until the instant of its word, and none where it was not taken', () => {
  const unprotected = (day: StagedDay) => of('I1', day).some((text) => text.includes('neither a stop nor an exit'))
  const placed = () => entered().place('s1', 'SELL', STOP).alarm('unprotected')
  expect(unprotected(placed().taken('s1', 'SELL', STOP).leap(30_000).status('s1', 'TRIGGER PENDING'))).toBe(false)
  const takenLate = placed().leap(30_000).taken('s1', 'SELL', STOP).status('s1', 'TRIGGER PENDING')
  expect(unprotected(takenLate)).toBe(true)
})

it('a second sale is excused while no row shows the first', () => {
  const day = protectedDay().known('s1', 'pending').wait(3_000).place('x1', 'SELL', EXIT)
  expect(of('I11', day)).toEqual([])
})

it('a sale for more than is held is excused by a sale of which there is no row, not by a doubt long settled', () => {
  const sold = (day: StagedDay) => day.status('s1', 'OPEN').filled('s1', ENTRY.quantity, 11_950)
  expect(of('I11', sold(protectedDay()).wait(11_000).place('x1', 'SELL', EXIT))).toEqual([])
  const settled = entered().known('e1', 'complete').place('s0', 'SELL', STOP, DOUBT).wait(12_000)
  settled.settle('s0', { state: 'absent', at: settled.now }).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
  sold(settled.status('s1', 'TRIGGER PENDING')).known('s1', 'complete').wait(11_000).place('x1', 'SELL', EXIT)
  expect(of('I11', settled)).toContain(`the sale x1 is for ${ENTRY.quantity}, 0 are held`)
})

it('a change of an order that the broker does not have is excused by its own answer until a row shows the right one', () => {
  const NOT_PRODUCT_ORDER = 'cancel of an order that is not ours: 8'
  const answered = () =>
    entered()
      .known('e1', 'complete')
      .place('s1', 'SELL', STOP, { answer: { type: 'accepted', orderId: '8' } })
      .taken('s1', 'SELL', STOP)
  expect(of('I13', answered().cancel('8'))).toEqual([])
  const mistaken = { intentId: 'i9', phase: 'rejected', isForeign: true } as const
  expect(of('I13', answered().known('s1', 'rejected').rowOf('s1', mistaken).cancel('8'))).toEqual([])
  expect(of('I13', answered().known('s1', 'rejected').cancel('8'))).toContain(NOT_PRODUCT_ORDER)
  expect(of('I13', answered().known('s1', 'pending').cancel('8'))).toContain(NOT_PRODUCT_ORDER)
  expect(of('I13', protectedDay().cancel('8'))).toContain(NOT_PRODUCT_ORDER)
})

describe('a sale of what was converted', () => {
  const TOO_MUCH = `the sale x1 is for ${ENTRY.quantity}, 0 are held`
  const converted = () => entered().known('e1', 'complete').wait(10_000).converts(ENTRY.quantity)
  const sells = (day: StagedDay) => of('I11', day.place('x1', 'SELL', EXIT))

  it.each<[string, (day: StagedDay) => StagedDay]>([
    ['the process stood still', (day) => day.standsStill(14_000)],
    ['the login was dead', (day) => day.fault('token_expired', 2).wait(11_000)],
    [
      'only positions older than the purchase were read',
      (day) => day.fault('book_stale', 2).wait(11_000).readsBooks(undefined).wait(100),
    ],
    ['only old positions were read', (day) => day.fault('book_stale', 2).wait(11_000).readsBooks(ENTRY.quantity)],
  ])('is excused where nothing could show it: %s', (_what, fault) => {
    expect(sells(fault(converted()))).toEqual([])
  })

  it.each<[string, number, readonly string[]]>([
    ['is excused where the positions that showed it were read too soon after the purchase to show it', 300, []],
    ['is not excused where they were read later', 2_300, [TOO_MUCH]],
  ])('%s', (_what, after, expected) => {
    const row = { side: 'BUY', tradingsymbol: CONTRACT.tradingsymbol } as const
    const bought = entered().known('e1', 'complete').rowOf('e1', row).wait(after).converts(ENTRY.quantity)
    expect(sells(bought.readsBooks(0).standsStill(14_000))).toEqual(expected)
  })

  it.each<[string, (day: StagedDay) => StagedDay]>([
    ['a process that stood still had read it', (day) => day.standsStill(14_000).readsBooks(0).wait(100)],
    ['a stale book had shown it', (day) => day.fault('book_stale', 2).wait(11_000).readsBooks(0).wait(100)],
    ['nothing kept it from being read', (day) => day.wait(11_000)],
    ['what kept it from being read has long been over', (day) => day.standsStill(14_000).wait(31_000)],
  ])('is not excused where %s', (_what, fault) => {
    expect(sells(fault(converted()))).toContain(TOO_MUCH)
  })
})

it('the row of an order is found as the store of a session keeps it', async () => {
  const simulation = await new Promise<Simulation>((resolve) => {
    // The engine's loop wants to be called from a timer.
    setImmediate(() => {
      let run: Simulation | undefined
      runSession(CANONICAL['target']!, new ScriptedChooser([]), false, (begun) => (run = begun))
      resolve(run!)
    })
  })
  const ids = simulation.calls.flatMap(({ answer }) => (answer?.type === 'accepted' ? [answer.orderId] : []))
  expect(ids).not.toEqual([])
  for (const id of ids) expect(rowOf({ observations: simulation }, 'u1', id)).toMatchObject({ orderId: id })
})

it('a call after the lease has run out is excused where no clock of its machine shows that, and not where one does', () => {
  const LEFT = 'place x1 left though its process does not hold the lease'
  const sold = (day: StagedDay) => of('I2', day.place('x1', 'SELL', EXIT))
  expect(sold(protectedDay())).not.toContain(LEFT)
  expect(sold(protectedDay().leaseRunsOut(false))).not.toContain(LEFT)
  expect(sold(protectedDay().leaseRunsOut(true))).toContain(LEFT)
})
