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
  for (let round = 1; round <= 8; round += 1) {
    n = round
    groups.advance()
    changes.push((JSON.parse(group.frame!.toString()) as unknown[]).length)
  }
  expect(changes).toEqual([1, 1, 1, 2, 1, 1, 1, 2])
  groups.advance()
  expect(group.frame).toBeUndefined()
})

it('reads the details of every strike each third second', () => {
  let n = 0
  const groups = new StreamGroups({ read: () => snapshotOf(JSON.stringify([n])) })
  const group = groups.join('elite', [{ route: 'optionChainDetails', symbol: 'NIFTY', strikes: 'all' }])
  const rounds: number[] = []
  for (let round = 1; round <= 24; round += 1) {
    n = round
    groups.advance()
    if (group.frame !== undefined) rounds.push(round)
  }
  expect(rounds).toEqual([12, 24])
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
  groups.advance()
  expect(read).toEqual(['liveIndices starter'])
})
