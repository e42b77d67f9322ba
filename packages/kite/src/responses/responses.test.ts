import { isStorable } from '@strikewise/domain/text/storable-text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureJson, fixtureText } from '../../tests/fixtures/load.ts'
import type { HttpResult, FailureCause } from './http-result.ts'
import { rejectionHintOf } from './rejection-reason.ts'
import { classifyCancel, classifyGtt, classifyModify, classifyPlace, classifyPlain } from './classify-order.ts'
import { Unreadable, classifyRead, classifyText } from './classify-read.ts'
import type { DoubtCause, RejectionCode } from './classify-write.ts'

const json = (httpStatus: number, body: unknown, contentType = 'application/json'): HttpResult => ({
  kind: 'response',
  httpStatus,
  contentType,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const error = (httpStatus: number, errorType: string, message = 'No.', data: unknown = null) =>
  json(httpStatus, { status: 'error', message, error_type: errorType, data })
const failure = (cause: FailureCause, written: boolean): HttpResult => ({
  kind: 'failure',
  written,
  cause,
  detail: 'X',
})
const placed = json(200, { status: 'success', data: { order_id: '2059900000000000001' } })

interface Sample {
  http_status: number
  body?: { message: string; error_type: string }
  content_type?: string
  raw_body?: string
}

describe('placing an order', () => {
  it.each<[what: string, answer: HttpResult, code: RejectionCode]>([
    ['InputException', error(400, 'InputException'), 'bad_input'],
    ['MarginException', error(400, 'MarginException'), 'funds'],
    ['PermissionException', error(403, 'PermissionException'), 'not_permitted'],
    ['an unlisted address under another type', error(403, 'InputException'), 'bad_input'],
    ['TokenException', error(403, 'TokenException'), 'token_expired'],
    [
      'an error without data',
      json(403, { status: 'error', message: 'No.', error_type: 'TokenException' }),
      'token_expired',
    ],
    ['UserException', error(403, 'UserException'), 'user_blocked'],
    ['429', error(429, 'NetworkException', 'Too many requests'), 'rate_limited'],
    ['429 HTML of an edge (B9 a)', json(429, '<html>error code: 1015</html>', 'text/html'), 'rate_limited'],
    ['429 text of an edge', json(429, 'Too many requests', 'text/plain'), 'rate_limited'],
    ['429 without a body', json(429, '', ''), 'rate_limited'],
    ['OrderException with a known text', error(400, 'OrderException', 'Price exceeds circuit limits'), 'order_refused'],
    ['a refused connection', failure('connect_failed', false), 'not_sent'],
    ['a time-out while waiting for a connection', failure('timed_out', false), 'not_sent'],
    ['a request taken back', failure('withdrawn', false), 'not_sent'],
    ['a full queue', failure('queue_full', false), 'not_sent'],
  ])('%s proves it refused', (_what, result, code) => {
    expect(classifyPlace(result)).toMatchObject({ outcome: 'refused', code })
  })

  it.each<[what: string, answer: HttpResult, cause: DoubtCause]>([
    [
      '400 that says timed out',
      error(400, 'OrderException', 'Order request timed out. Please check.'),
      'timed_out_text',
    ],
    ['InputException that shows timed out', error(400, 'InputException', 'Request Timed Out'), 'timed_out_text'],
    ['429 that shows timed out', error(429, 'NetworkException', 'timeout'), 'timed_out_text'],
    ['OrderException of an unknown text', error(400, 'OrderException', 'Computer says no'), 'order_exception'],
    ['OrderException as 500', error(500, 'OrderException', 'Price exceeds circuit limits'), 'server_error'],
    ['InputException as 500', error(500, 'InputException'), 'server_error'],
    ['502 JSON', error(502, 'NetworkException'), 'server_error'],
    ['504 JSON', error(504, 'DataException'), 'server_error'],
    ['502 HTML', json(502, '<html></html>', 'text/html'), 'server_error'],
    ['500 without a body', json(500, '', ''), 'server_error'],
    ['GeneralException as 404', error(404, 'GeneralException', 'Route not found'), 'unproven_refusal'],
    ['HoldingException', error(400, 'HoldingException'), 'unproven_refusal'],
    ['an unknown error type', error(400, 'CosmicException'), 'unproven_refusal'],
    ['NetworkException as 400', error(400, 'NetworkException'), 'unproven_refusal'],
    ['a refusal that carries an order id', error(400, 'InputException', 'No.', { order_id: '1' }), 'unproven_refusal'],
    ['an error with 200', error(200, 'InputException'), 'unproven_refusal'],
    ['400 HTML', json(400, '<html></html>', 'text/html'), 'unreadable'],
    ['429 text that names an order', json(429, 'order_id 1', 'text/plain'), 'unreadable'],
    ['429 with the status of a success', json(429, { status: 'success', data: { order_id: '1' } }), 'unreadable'],
    ['400 JSON without error_type', json(400, { status: 'error', message: 'x' }), 'unreadable'],
    [
      '400 JSON under another content type',
      json(400, { status: 'error', error_type: 'InputException' }, 'text/plain'),
      'unreadable',
    ],
    ['400 cut JSON', json(400, '{"status":"error","error_type":"InputExc'), 'unreadable'],
    ['400 with the status of a success', json(400, { status: 'success', error_type: 'InputException' }), 'unreadable'],
    ['a redirect', json(302, '', ''), 'unreadable'],
    ['200 HTML', json(200, '<html></html>', 'text/html'), 'unreadable'],
    [
      '200 JSON under another content type',
      json(200, { status: 'success', data: { order_id: '1' } }, 'text/html'),
      'unreadable',
    ],
    ['200 cut JSON', json(200, '{"status":"success","data":{"order_id":"20599'), 'unreadable'],
    ['200 without an order id', json(200, { status: 'success', data: {} }), 'unreadable'],
    ['200 with an empty order id', json(200, { status: 'success', data: { order_id: '' } }), 'unreadable'],
    [
      '200 with an id JSON has rounded',
      json(200, '{"status":"success","data":{"order_id":2059900000000000001}}'),
      'unreadable',
    ],
    ['200 with null data', json(200, { status: 'success', data: null }), 'unreadable'],
    ['201', json(201, { status: 'success', data: { order_id: '1' } }), 'unreadable'],
    ['204', json(204, '', ''), 'unreadable'],
    ['a reset after writing', failure('reset', true), 'no_answer'],
    ['our own time-out after writing', failure('timed_out', true), 'no_answer'],
    ['a body too large', failure('too_large', true), 'no_answer'],
  ])('%s is in doubt', (_what, result, cause) => {
    expect(classifyPlace(result)).toMatchObject({ outcome: 'in_doubt', cause })
  })

  it('200 with an order id is accepted', () => {
    expect(classifyPlace(placed)).toEqual({ outcome: 'accepted', orderId: '2059900000000000001', slices: [] })
    expect(classifyPlace(json(200, fixtureText('official/order_response.json')))).toMatchObject({ outcome: 'accepted' })
  })

  it.each([
    ['array', 'synthetic/autoslice_response_array_form.json', 3],
    ['children', 'synthetic/autoslice_response_children_form.json', 2],
  ])('a split order in %s form lists its slices', (_form, file, slices) => {
    const outcome = classifyPlace(json(200, fixtureText(file)))
    expect(outcome).toMatchObject({ outcome: 'accepted', orderId: '2060000000000000001' })
    expect(outcome.outcome === 'accepted' && outcome.slices).toHaveLength(slices)
    expect(outcome.outcome === 'accepted' && outcome.slices.at(-1)).toMatchObject({
      rejected: { errorType: 'MarginException' },
    })
  })

  it('a split order of refusals alone is in doubt', () => {
    const data = [{ error: { code: 400, error_type: 'MarginException', message: 'No.' } }]
    expect(classifyPlace(json(200, { status: 'success', data }))).toMatchObject({ outcome: 'in_doubt' })
  })

  it('every recorded failure is refused or in doubt as the table shows', () => {
    const { samples } = fixtureJson('synthetic/errors.json') as { samples: Sample[] }
    const reported = samples.map((sample) => {
      const outcome = classifyPlace(
        json(sample.http_status, sample.raw_body ?? sample.body, sample.content_type ?? 'application/json'),
      )
      return `${sample.http_status} ${sample.body?.error_type ?? 'HTML'}: ${outcome.outcome === 'refused' ? `${outcome.code} ${outcome.hint}` : outcome.outcome}`
    })
    expect(reported).toMatchInlineSnapshot(`
      [
        "403 TokenException: token_expired null",
        "403 TokenException: token_expired null",
        "403 TokenException: token_expired null",
        "403 PermissionException: not_permitted null",
        "403 PermissionException: not_permitted ip_not_listed",
        "403 PermissionException: not_permitted null",
        "400 InputException: bad_input market_protection_missing",
        "400 InputException: bad_input null",
        "400 InputException: bad_input unknown_symbol",
        "400 InputException: bad_input lot_multiple",
        "400 InputException: bad_input tick_multiple",
        "400 InputException: bad_input freeze_quantity",
        "400 InputException: bad_input modifications_used_up",
        "400 InputException: bad_input being_processed",
        "400 OrderException: order_refused being_processed",
        "400 InputException: bad_input order_not_found",
        "400 OrderException: in_doubt",
        "400 MarginException: funds funds",
        "429 NetworkException: rate_limited null",
        "429 NetworkException: rate_limited order_cap",
        "500 GeneralException: in_doubt",
        "502 NetworkException: in_doubt",
        "503 NetworkException: in_doubt",
        "504 DataException: in_doubt",
        "502 HTML: in_doubt",
        "404 GeneralException: in_doubt",
      ]
    `)
  })

  it.each(['RMS:Blocked \u0000 margin', `${'x'.repeat(499)}😀`, 'half \ud83d'])(
    'keeps the words %j of a refusal so that they can be stored (B2)',
    (message) => {
      const outcome = classifyPlace(error(400, 'InputException', message))
      expect(outcome.outcome === 'refused' && isStorable(outcome.message)).toBe(true)
    },
  )

  it('keeps status, type and words of a refusal', () => {
    expect(classifyPlace(error(400, 'InputException', 'Invalid `tradingsymbol`.'))).toEqual({
      outcome: 'refused',
      code: 'bad_input',
      hint: 'unknown_symbol',
      httpStatus: 400,
      errorType: 'InputException',
      message: 'Invalid `tradingsymbol`.',
    })
  })
})

/** Whether the body is the broker's wrapping of an error. */
function isBrokersError({ contentType, body }: Extract<HttpResult, { kind: 'response' }>): boolean {
  if (contentType !== 'application/json') return false
  try {
    const json = JSON.parse(body) as { status?: unknown; error_type?: unknown; message?: unknown } | null
    const isText = json?.message === undefined || json.message === null || typeof json.message === 'string'
    return json?.status === 'error' && typeof json.error_type === 'string' && json.error_type !== '' && isText
  } catch {
    return false
  }
}

/** The proofs of fact sheet §4.4, written a second time and differently. */
function proves(result: HttpResult): boolean {
  if (result.kind === 'failure') return !result.written
  if (result.httpStatus === 429 && !isBrokersError(result)) return !/order_id|success/i.test(result.body)
  if (result.httpStatus < 400 || result.httpStatus > 499 || result.contentType !== 'application/json') return false
  let body: { status?: unknown; error_type?: unknown; message?: unknown; data?: { order_id?: unknown } | null }
  try {
    body = JSON.parse(result.body) as typeof body
  } catch {
    return false
  }
  if (body === null || typeof body !== 'object' || body.status !== 'error' || typeof body.error_type !== 'string')
    return false
  if (/tim(ed|e)[ -]?out/i.test(String(body.message)) || body.data?.order_id !== undefined) return false
  if (result.httpStatus === 429) return true
  if (body.error_type === 'OrderException') return rejectionHintOf(String(body.message)) !== null
  return /^(Input|Margin|Permission|Token|User)Exception$/.test(body.error_type)
}

const anyAnswer: fc.Arbitrary<HttpResult> = fc.oneof(
  fc.record({
    kind: fc.constant('failure' as const),
    written: fc.boolean(),
    cause: fc.constantFrom<FailureCause>('connect_failed', 'timed_out', 'reset', 'closed', 'too_large', 'unreadable'),
    detail: fc.string(),
  }),
  fc.record({
    kind: fc.constant('response' as const),
    httpStatus: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 400, 403, 429, 500)),
    contentType: fc.constantFrom('application/json', 'application/json', 'text/html', 'text/plain', ''),
    body: fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record(
          {
            status: fc.constantFrom('error', 'error', 'success', 'ok'),
            error_type: fc.constantFrom(
              ...[
                'Input',
                'Margin',
                'Permission',
                'Token',
                'User',
                'Order',
                'Network',
                'Data',
                'General',
                'Holding',
              ].map((name) => `${name}Exception`),
              'inputexception',
              '',
            ),
            message: fc.constantFrom('No.', 'Order request timed out.', 'freeze quantity', 'request timeout', ''),
            data: fc.constantFrom(null, {}, { order_id: '1' }, [{ order_id: '1' }]),
          },
          { requiredKeys: [] },
        )
        .map((body) => JSON.stringify(body)),
    ),
  }),
)

describe('laws of the three answers', () => {
  it('nothing but the proving list is ever a refusal', () => {
    fc.assert(
      fc.property(anyAnswer, (result) => {
        for (const { outcome } of [classifyPlace(result), classifyModify(result, '1'), classifyCancel(result, '1')])
          if (outcome === 'refused') expect(proves(result)).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  it('nothing but HTTP 200 with an order id in the broker’s JSON is ever an acceptance', () => {
    fc.assert(
      fc.property(anyAnswer, (result) => {
        const outcome = classifyPlace(result)
        if (outcome.outcome !== 'accepted') return
        expect(result).toMatchObject({ kind: 'response', httpStatus: 200, contentType: 'application/json' })
        expect(outcome.orderId).not.toBe('')
      }),
      { numRuns: 5000 },
    )
  })
})

describe('changing an order', () => {
  const accepted = (orderId: string) => json(200, { status: 'success', data: { order_id: orderId } })

  it('is accepted only when the answer names that order', () => {
    expect(classifyModify(accepted('7'), '7')).toEqual({ outcome: 'accepted', orderId: '7' })
    expect(classifyCancel(accepted('8'), '7')).toMatchObject({ outcome: 'in_doubt', cause: 'unreadable' })
  })

  it('that raced with a fill is refused and reports it', () => {
    const raced = error(400, 'OrderException', 'Order cannot be modified as it is being processed. Try later.')
    expect(classifyModify(raced, '7')).toMatchObject({ outcome: 'refused', hint: 'being_processed' })
  })
})

it('GTT and plain calls need their own success', () => {
  expect(classifyGtt(json(200, fixtureText('official/gtt_place_order.json')))).toMatchObject({ gttId: '123' })
  expect(classifyGtt(json(200, { status: 'success', data: true }))).toMatchObject({ outcome: 'in_doubt' })
  expect(classifyPlain(json(200, fixtureText('official/session_logout.json')))).toEqual({ outcome: 'accepted' })
  expect(classifyPlain(json(200, { status: 'success', data: false }))).toMatchObject({ outcome: 'in_doubt' })
})

describe('reading', () => {
  const read = (result: HttpResult) => classifyRead(result, (data) => (data === 1 ? 'one' : new Unreadable('not one')))

  it.each<[what: string, answer: HttpResult, code: string]>([
    ['an expired token', error(403, 'TokenException'), 'token_expired'],
    [
      'an error without data',
      json(403, { status: 'error', message: 'No.', error_type: 'TokenException' }),
      'token_expired',
    ],
    ['a missing plan', error(403, 'PermissionException'), 'not_permitted'],
    ['TokenException under another status', error(400, 'TokenException'), 'refused'],
    ['too many requests', error(429, 'NetworkException'), 'rate_limited'],
    ['429 of an edge', json(429, '<html>', 'text/html'), 'rate_limited'],
    ['a bad parameter', error(400, 'InputException'), 'refused'],
    ['503 JSON', error(503, 'NetworkException'), 'unavailable'],
    ['502 HTML', json(502, '<html>', 'text/html'), 'unavailable'],
    ['403 HTML', json(403, '<html>', 'text/html'), 'unreadable'],
    ['200 HTML', json(200, '<html>', 'text/html'), 'unreadable'],
    ['200 cut JSON', json(200, '{"status":"succ'), 'unreadable'],
    ['another shape', json(200, { status: 'success', data: 2 }), 'unreadable'],
    ['no connection', failure('connect_failed', false), 'unavailable'],
    ['a reset', failure('reset', true), 'unavailable'],
    ['a flood', failure('too_large', true), 'unreadable'],
  ])('%s', (_what, result, code) => expect(read(result)).toMatchObject({ ok: false, code }))

  it('a success', () => expect(read(json(200, { status: 'success', data: 1 }))).toEqual({ ok: true, value: 'one' }))

  it('CSV as text, and nothing else', () => {
    expect(classifyText(json(200, 'a,b', 'text/csv'))).toEqual({ ok: true, value: 'a,b' })
    expect(classifyText(json(200, '<html>', 'text/html'))).toMatchObject({ ok: false, code: 'unreadable' })
    expect(classifyText(error(403, 'TokenException'))).toMatchObject({ ok: false, code: 'token_expired' })
  })
})

it.each([
  ['IP (203.0.113.7) is not allowed to place orders for this app.', 'ip_not_listed'],
  ['RMS:Margin Exceeds,Required:9126.00, Available:5120.40', 'funds'],
  ['Trigger price for stoploss sell orders should be lower than the last traded price', 'trigger_side'],
  ['17070 : Order quantity is more than freeze quantity', 'freeze_quantity'],
  ['16052 Function not available', 'order_type_unavailable'],
  ['outside the current allowed limit price protection range', 'price_band'],
  [
    'MIS (intraday) are blocked as the markets are not open for trading today. Try placing an AMO order.',
    'market_closed',
  ],
  ['Your order could not be placed as the markets are closed right now. Try placing an AMO order.', 'market_closed'],
  ['MIS (intraday) orders are blocked after the square-off time. Use NRML to carry forward.', 'market_closed'],
  ['Something new', null],
  [null, null],
])('%j hints at %s', (text, hint) => expect(rejectionHintOf(text)).toBe(hint))
