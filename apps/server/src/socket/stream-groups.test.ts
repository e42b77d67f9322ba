import { expect, it } from 'vitest'
import { snapshotOf } from '../snapshots/snapshot.ts'
import { StreamGroups } from './stream-groups.ts'
import type { SharedTopic } from './stream-sources.ts'

const INDICES: SharedTopic = { route: 'liveIndices' }
const CHAIN: SharedTopic = { route: 'optionChainTable', symbol: 'NIFTY' }

it('makes one frame of what changed for all members, of the option chain once a second', () => {
  let n = 0
  const groups = new StreamGroups({ read: () => snapshotOf(JSON.stringify([n])) })
  const group = groups.join('elite', [INDICES, CHAIN])
  expect(groups.join('elite', [CHAIN, INDICES])).toBe(group)
  const changes: number[] = []
  for (let now = 250; now <= 2000; now += 250) {
    n = now
    expect(groups.advance(now).isNew).toBe(true)
    changes.push((JSON.parse(group.frame!.toString()) as unknown[]).length)
  }
  expect(changes).toEqual([2, 1, 1, 1, 2, 1, 1, 1])
  expect(groups.advance(2249)).toEqual({ isNew: false, pacedUntil: 2250 })
  expect(group.frame).toBeUndefined()
})

it('reads the details of every strike each third second', () => {
  let n = 0
  const groups = new StreamGroups({ read: () => snapshotOf(JSON.stringify([n])) })
  const group = groups.join('elite', [{ route: 'optionChainDetails', symbol: 'NIFTY', strikes: 'all' }])
  const sent: number[] = []
  for (let now = 250; now <= 6500; now += 250) {
    n = now
    groups.advance(now)
    if (group.frame !== undefined) sent.push(now)
  }
  expect(sent).toEqual([250, 3250, 6250])
})

it('sends a topic at once after a quiet time, and reports when the next one may be read', () => {
  let n = 0
  const groups = new StreamGroups({ read: () => snapshotOf(JSON.stringify([n])) })
  groups.join('elite', [INDICES])
  expect(groups.advance(1000)).toEqual({ isNew: false, pacedUntil: undefined })
  n = 1
  expect(groups.advance(1001)).toEqual({ isNew: true, pacedUntil: undefined })
  n = 2
  expect(groups.advance(1250)).toEqual({ isNew: false, pacedUntil: 1251 })
  expect(groups.advance(1251)).toEqual({ isNew: true, pacedUntil: undefined })
})

it('keeps plans apart, and reads no topic that is followed no more', () => {
  const read: string[] = []
  const groups = new StreamGroups({
    read(topic, plan) {
      read.push(`${topic.route} ${plan}`)
      return snapshotOf(`"${plan}"`)
    },
  })
  const [elite, starter] = [groups.join('elite', [INDICES]), groups.join('starter', [INDICES])]
  expect(elite.key).not.toBe(starter.key)
  groups.leave(elite)
  read.length = 0
  groups.advance(250)
  expect(read).toEqual(['liveIndices starter'])
})
