import { expect, it } from 'vitest'
import { oneIn, singleFaultsOf } from './single-faults.ts'
import { scenarioNames } from './saved-scenarios.ts'
import { faultsOf, runTrial, sessionNamed, trialName, trialNamed, type Trial } from './trial.ts'

const SCENARIO = scenarioNames()[0]!
const crash = { kind: 'crash', entity: 'u1 place SELL', ordinal: 3, alternative: 1 } as const

/** Sessions run from a timer. */
function inTimer<T>(run: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(run())
      } catch (error) {
        reject(error)
      }
    })
  })
}

it.each<[name: string, trial: Trial]>([
  ['42', { type: 'seed', seed: 42 }],
  ['target', { type: 'faults', session: 'target', added: [] }],
  [`${SCENARIO} with crash u1 place SELL 3 = 1`, { type: 'faults', session: SCENARIO, added: [crash] }],
  [
    'target with crash u1 place SELL 3 = 1 with freeze machine 0 = 2',
    {
      type: 'faults',
      session: 'target',
      added: [crash, { kind: 'freeze', entity: 'machine', ordinal: 0, alternative: 2 }],
    },
  ],
])('%s names a trial, and is read as it', (name, trial) => {
  expect(trialName(trial)).toBe(name)
  expect(trialNamed(name)).toEqual(trial)
})

it.each(['target with crash', 'target with crush u1 0 = 1', 'target with crash u1 = 1'])('%s is no trial', (name) =>
  expect(() => trialNamed(name)).toThrow(RangeError),
)

it('does not know a plain day by another name', () => expect(() => sessionNamed('tarket')).toThrow('target'))

it('lists what can go wrong beside what does, and each happens', async () => {
  const session = sessionNamed('target')
  const first = (await inTimer(() => singleFaultsOf(session))).find(({ kind }) => kind === 'reply_lost')!
  const given = { ...session, decisions: [first] }
  const others = await inTimer(() => singleFaultsOf(given))
  expect(others).not.toContainEqual(first)
  for (const one of oneIn(400, others).slice(0, 5)) {
    const { fired } = await inTimer(() => runTrial({ type: 'faults', session: 'target', added: [first, one] }))
    expect(fired, trialName({ type: 'faults', session: 'target', added: [one] })).toContainEqual(one)
  }
  const later = await inTimer(() => singleFaultsOf(session, first))
  expect(later.length).toBeLessThan(others.length)
  expect(others).toEqual(expect.arrayContaining(later))
})

it('replays what went wrong on the day of a seed', async () => {
  const { shape, decisions } = await inTimer(() => faultsOf({ type: 'seed', seed: 7 }))
  const { fired } = await inTimer(() => runTrial({ type: 'seed', seed: 7 }))
  expect(shape.seed).toBe(7)
  expect(decisions).toEqual(fired)
})
