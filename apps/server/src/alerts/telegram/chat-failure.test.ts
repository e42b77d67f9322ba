import { GrammyError, HttpError } from 'grammy'
import { expect, it } from 'vitest'
import { chatFailure } from './chat-failure.ts'

const api = (error_code: number, description: string, parameters = {}) =>
  new GrammyError('failed', { ok: false, error_code, description, parameters }, 'sendMessage', {})

it.each([
  [api(429, 'Too Many Requests: retry after 7', { retry_after: 7 }), { type: 'wait', seconds: 7 }],
  [api(429, 'Too Many Requests'), { type: 'wait', seconds: 1 }],
  [api(429, 'Too Many Requests', { retry_after: 1e9 }), { type: 'wait', seconds: 3600 }],
  [api(403, 'Forbidden: bot was blocked by the user'), { type: 'unreachable' }],
  [api(400, 'Bad Request: chat not found'), { type: 'unreachable' }],
  [api(400, undefined as unknown as string), { type: 'refused', problem: { code: 'chat_problem.no_answer' } }],
  [api(400, 'Bad Request: /bot1001:a-token/sendMessage'), { type: 'refused' }],
  [api(400, "Bad Request: can't parse entities"), { type: 'refused' }],
  [api(401, 'Unauthorized'), { type: 'later' }],
  [api(502, 'Bad Gateway'), { type: 'later' }],
  [new HttpError('to http://x/bot1:secret/sendMessage failed', new Error('1:secret')), { type: 'later' }],
  [new TypeError('1:secret'), { type: 'later' }],
])('%s → %j', (error, expected) => {
  const failure = chatFailure(error, '1001:a-token')
  expect(failure).toMatchObject(expected)
  expect(JSON.stringify(failure)).not.toMatch(/1:secret|a-token/)
})
