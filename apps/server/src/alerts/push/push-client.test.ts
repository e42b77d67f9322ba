import { expect, it } from 'vitest'
import { pushAnswer, type PushAnswer } from './push-client.ts'

const problem = (status: number) => ({ code: 'push_problem.refused', status }) as const
const ended = { code: 'push_problem.ended' } as const

it.each<[number, unknown, PushAnswer]>([
  [201, undefined, { type: 'taken' }],
  [200, undefined, { type: 'taken' }],
  [404, undefined, { type: 'gone', problem: ended }],
  [410, undefined, { type: 'gone', problem: ended }],
  [429, '30', { type: 'wait', seconds: 30, problem: problem(429) }],
  [429, '0', { type: 'wait', seconds: 1, problem: problem(429) }],
  [429, '999999', { type: 'wait', seconds: 3600, problem: problem(429) }],
  [429, 'Wed, 21 Oct 2026 07:28:00 GMT', { type: 'wait', seconds: 60, problem: problem(429) }],
  [429, ['1', '2'], { type: 'wait', seconds: 60, problem: problem(429) }],
  [301, undefined, { type: 'refused', problem: problem(301) }],
  [400, undefined, { type: 'refused', problem: problem(400) }],
  [403, undefined, { type: 'refused', problem: problem(403) }],
  [413, undefined, { type: 'refused', problem: problem(413) }],
  [500, undefined, { type: 'later', problem: problem(500) }],
  [503, '5', { type: 'later', problem: problem(503) }],
])('status %i with Retry-After %j: %j', (status, retryAfter, answer) =>
  expect(pushAnswer(status, retryAfter)).toEqual(answer),
)
