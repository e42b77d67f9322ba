import { OverloadedError } from '@strikewise/concurrency/overloaded-error.ts'
import type { Logger } from '../logging/logger.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { errorBody } from '@strikewise/wire/api-error.ts'
import { describe, expect, it, vi } from 'vitest'
import { DomainError, fieldFailure, type ServerProblem } from '../domain-error.ts'
import { failureAnswer } from './failure-answer.ts'

const error = vi.fn()
const logger = { error } as unknown as Logger
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

it('is what clients read', () => {
  const { body } = answer({ code: 'problem.keys_missing' })
  expect(errorBody.parse(body)).toEqual(body)
})
