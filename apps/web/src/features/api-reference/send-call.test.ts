import { describe, expect, it } from 'vitest'
import { answer } from '../../testing/server.ts'
import type { Operation } from './document.ts'
import { addressOf, sendCall } from './send-call.ts'

const call: Operation = {
  name: 'test',
  method: 'GET',
  path: '/why/{id}',
  summary: '',
  open: false,
  keyScope: undefined,
  parameters: [
    { name: 'id', in: 'path', required: true, schema: {} },
    { name: 'limit', in: 'query', required: false, schema: {} },
  ],
  body: undefined,
  reply: {},
}

describe('a manual call', () => {
  it.each([
    [{ id: 'a/b?c' }, '/api/why/a%2Fb%3Fc'],
    [{ id: 'x', limit: '' }, '/api/why/x'],
    [{ id: 'x', limit: '5&y=1' }, '/api/why/x?limit=5%26y%3D1'],
  ])('with %j goes to %s', (given, address) => {
    expect(addressOf(call, given)).toBe(address)
  })

  it('shows the answer as it came, a refusal too', async () => {
    answer('get', '/why/x', { code: 'not_found' }, 404)
    const shown = await sendCall(call, { id: 'x' }, '')
    expect(shown.line).toMatch(/^404 in \d+ ms$/)
    expect(shown.text).toBe('{\n  "code": "not_found"\n}')
  })

  it('sends a body, and the header the call asks for', async () => {
    const seen = answer('post', '/payments', {})
    const pay: Operation = {
      ...call,
      method: 'POST',
      path: '/payments',
      parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: {} }],
      body: {},
    }
    expect((await sendCall(pay, { 'Idempotency-Key': 'k1' }, '{"plan":"pro"}')).line).toMatch(/^200/)
    expect(seen.bodies).toEqual([{ plan: 'pro' }])
  })
})
