import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pasteProblem, requestTokenOf } from './request-token.ts'

it.each<[pasted: string, token: string | undefined]>([
  ['https://app.example/zerodha-connect?request_token=abc123&action=login&status=success', 'abc123'],
  ['http://127.0.0.1/?status=success&request_token=abc123', 'abc123'],
  ['  https://x.example/?request_token=abc123#frag  ', 'abc123'],
  ['https://x.example/?request_token=', undefined],
  ['https://x.example/?token=abc', undefined],
  ['request_token=abc123', undefined],
  ['https://x.example/#request_token=abc', undefined],
  ['', undefined],
])('%s', (pasted, token) => expect(requestTokenOf(pasted)).toBe(token))

it('shows what is wrong with what was pasted', () => {
  expect(pasteProblem('  ')).toBe('Please paste the full redirected URL after Zerodha login.')
  expect(pasteProblem('https://x.example/?a=1')).toBe(
    'request_token not found in the pasted URL. Please paste the exact URL you were redirected to.',
  )
  expect(pasteProblem('https://x.example/?request_token=a')).toBeUndefined()
})

it('reads the parameter that another broker names, and names it in what is wrong', () => {
  expect(requestTokenOf('https://x.example/?code=abc123&request_token=other', 'code')).toBe('abc123')
  expect(requestTokenOf('https://x.example/?request_token=abc123', 'code')).toBeUndefined()
  expect(pasteProblem('https://x.example/?request_token=a', 'code')).toMatch(/^code not found/)
})

it('takes any text without throwing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => requestTokenOf(text)).not.toThrow()
    }),
  )
})
