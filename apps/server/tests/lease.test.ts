// @invariant lease-by-both-clocks
import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEASE_CASES } from '@strikewise/execution/testing/lease-contract.ts'
import { LEASE_MS } from '@strikewise/execution/lease/store-lease.ts'
import { leaseHolderId, holdLease, processHasExited, leaseRows } from '../src/store/lease.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

/** A process id that was some process’s, which has ended. */
const endedPid = () => spawnSync(process.execPath, ['--version']).pid

describe('the holder of a lease', () => {
  const here = 'boot-1 pid:[1]'

  it('is known to have ended when its process of this process space has', () =>
    expect(processHasExited(leaseHolderId(here, endedPid()), here)).toBe(true))

  it.each<[what: string, space: string | undefined, pid: () => number, own: string | undefined]>([
    ['in this space lives', here, () => process.ppid, here],
    ['is this very process', here, () => process.pid, here],
    ['is of another container on this machine', 'boot-1 pid:[2]', endedPid, here],
    ['is of an earlier boot or another machine', 'boot-2 pid:[1]', endedPid, here],
    ['names no space', undefined, endedPid, here],
    ['is checked where the space is not known', here, endedPid, undefined],
    ['and we name no space', undefined, endedPid, undefined],
  ])('is not known to have ended when it %s', (_what, space, pid, own) =>
    expect(processHasExited(leaseHolderId(space, pid()), own)).toBe(false),
  )

  it('of an earlier version, by host name, is waited for', () =>
    expect(processHasExited(`myhost/${endedPid()}/x`, here)).toBe(false))
})

it.each(LEASE_CASES)('the leases table $name', async ({ run }) => {
  await postgres.store.db.deleteFrom('leases').execute()
  await run({ rows: leaseRows(postgres.store.db), pass: (ms) => delay(ms) })
})

it('a lease is held by one at a time, and its epochs rise', async () => {
  const { signal } = new AbortController()
  const first = await holdLease(postgres.store.db, 'trader', signal)
  const second = holdLease(postgres.store.db, 'trader', signal)
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect([first.epoch, first.held()]).toEqual([1, true])
  await first.release()
  const next = await second
  expect([next.epoch, next.held(), first.held()]).toEqual([2, true, false])
  await next.release()
})

it('the lease of a process of this machine that was killed is taken at once', async () => {
  const { db } = postgres.store
  const lease = await holdLease(db, 'killed', new AbortController().signal)
  const { holder } = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', 'killed')
    .executeTakeFirstOrThrow()
  await lease.release()
  const endedHolder = [holder.split('/')[0], endedPid(), 'x'].join('/')
  expect(await leaseRows(db).take(['killed'], endedHolder, LEASE_MS)).toEqual(new Map([['killed', 2]]))
  const asked = performance.now()
  const next = await holdLease(db, 'killed', new AbortController().signal)
  expect(next.epoch).toBe(3)
  expect(performance.now() - asked).toBeLessThan(LEASE_MS / 2)
  await next.release()
})
