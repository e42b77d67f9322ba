import { expect, it } from 'vitest'
import { EgressHere } from './egress-here.ts'

const from = (...addresses: (string | null)[]) => addresses.map((egressAddress) => ({ egressAddress }))

it('a machine serves every account once it is known to have the addresses of all', () => {
  const here = new EgressHere(() => new Set(['10.0.0.1', '10.0.0.2']))
  expect(here.hasAll).toBe(false)
  here.setAccounts(from('10.0.0.1', null, '10.0.0.2'))
  expect(here.hasAll).toBe(true)
  here.setAccounts(from('10.0.0.1', '10.0.0.3'))
  expect(here.hasAll).toBe(false)
  here.setAccounts([])
  expect(here.hasAll).toBe(true)
})

it('every machine has its own addresses', () => {
  const here = new EgressHere()
  here.setAccounts(from('127.0.0.1'))
  expect(here.hasAll).toBe(true)
  here.setAccounts(from('192.0.2.1'))
  expect(here.hasAll).toBe(false)
})
