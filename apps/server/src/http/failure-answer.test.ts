import { OverloadedError } from '@strikewise/concurrency/overloaded-error.ts'
import type { Logger } from '../logging/logger.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { errorBody } from '@strikewise/wire/api-error.ts'
import { describe, expect, it, vi } from 'vitest'
import { DomainError, fieldFailure, type ServerProblem } from '../domain-error.ts'
import { failureAnswer } from './failure-answer.ts'

const error = vi.fn()
const logger = { error, warn: vi.fn() } as unknown as Logger
const answer = (problem: ServerProblem, language: 'en' | 'hi' = 'en') =>
  failureAnswer(new DomainError(problem), logger, language)

describe('a problem', () => {
  it('has the form of RFC 9457, with a type that is the code, on every deployment', () => {
    expect(answer({ code: 'problem.plan_expired', plan: 'elite' })).toMatchObject({
      status: 403,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', 'content-language': 'en-IN' },
      body: {
        type: 'https://strikewise.example/problems/plan_expired',
        title: 'Plan expired',
        status: 403,
        detail: 'Your Elite plan has expired. Renew it to continue.',
        code: 'plan_expired',
        params: { plan: 'elite' },
        message: 'Your Elite plan has expired. Renew it to continue.',
      },
    })
  })

  it('has one title, whatever its occurrence fills in', () => {
    const titles = PLANS.map((plan) => answer({ code: 'problem.plan_expired', plan }).body.title)
    expect(new Set(titles).size).toBe(1)
    expect(answer({ code: 'problem.not_found.trade' }).body.title).toBe(
      answer({ code: 'problem.not_found' }).body.title,
    )
  })

  it('is given in the language that is asked for', () => {
    const { headers, body } = answer({ code: 'problem.plan_expired', plan: 'elite' }, 'hi')
    expect([headers['content-language'], body.detail, body.title]).toEqual([
      'hi-IN',
      expect.stringMatching(/Elite.*\p{Script=Devanagari}/u),
      'प्लान समाप्त',
    ])
  })

  it('shows of a wrong field what is wrong with it, and names it', () => {
    const { status, body } = failureAnswer(fieldFailure('lots', { code: 'field.min', min: 1 }), logger, 'en')
    expect([status, body.code, body.detail, body.message]).toEqual([
      400,
      'invalid_input',
      'Must be at least 1',
      'lots: Must be at least 1',
    ])
    expect(failureAnswer(fieldFailure('', { code: 'field.type', type: 'object' }), logger, 'en').body.message).toBe(
      'Must be an object',
    )
  })
})

describe('the status', () => {
  it.each<[ServerProblem, number, string | undefined]>([
    [{ code: 'problem.broker_unavailable' }, 503, '60'],
    [{ code: 'problem.broker_unavailable.slow_down' }, 503, '60'],
    [{ code: 'problem.broker_unavailable.unreadable' }, 502, undefined],
    [{ code: 'problem.broker_unavailable.paper_refused', status: 418 }, 502, undefined],
    [{ code: 'problem.telegram_unavailable' }, 503, '60'],
    [{ code: 'problem.payment_unavailable' }, 503, '60'],
    [{ code: 'problem.payment_unavailable.refused' }, 502, undefined],
    [{ code: 'problem.too_many_requests', minutes: 15 }, 429, '900'],
    [{ code: 'problem.too_many_requests.busy' }, 429, '5'],
    [{ code: 'problem.not_found.trade' }, 404, undefined],
  ])('of %o is %i, to be tried again after %s s', (problem, status, retryAfter) => {
    const given = answer(problem)
    expect([given.status, given.body.status, given.headers['retry-after']]).toEqual([status, status, retryAfter])
  })
})

it('shows nothing of a fault of ours but the line of the log that has it', () => {
  const { status, body } = failureAnswer(new Error('password is hunter2'), logger, 'en')
  expect([status, body.code, JSON.stringify(body).includes('hunter2')]).toEqual([500, 'internal', false])
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ support_id: body.support_id }), 'a call failed')
})

it('answers work that is refused for now as too many requests', () => {
  const { status, headers } = failureAnswer(new OverloadedError('full'), logger, 'en')
  expect([status, headers['retry-after']]).toEqual([429, '5'])
})

it.each<[string, Error]>([
  ['a full pool', new Error('timeout exceeded when trying to connect')],
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['a lock that was not had in time', Object.assign(new Error('canceling statement'), { code: '55P03' })],
  ['a server with no connection left', Object.assign(new Error('sorry, too many clients already'), { code: '53300' })],
  ['a store that starts', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
  ['a store that is not there', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a cause of these', new Error('could not read', { cause: new Error('timeout exceeded when trying to connect') })],
  ['several addresses', new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })])],
])('answers %s as a service to be tried again', (_, thrown) => {
  error.mockClear()
  const { status, headers, body } = failureAnswer(thrown, logger, 'en')
  expect([status, headers['retry-after'], body.code]).toEqual([503, '5', 'unavailable'])
  expect(error).not.toHaveBeenCalled()
})

it.each<[string, Error]>([
  ['a wrong statement', Object.assign(new Error('syntax error'), { code: '42601' })],
  ['a broken constraint', Object.assign(new Error('duplicate key'), { code: '23505' })],
  ['a dead-lock', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
])('answers %s as a fault of ours', (_, thrown) => {
  expect(failureAnswer(thrown, logger, 'en').status).toBe(500)
})

it('is what clients read', () => {
  const { body } = answer({ code: 'problem.keys_missing' })
  expect(errorBody.parse(body)).toEqual(body)
})
