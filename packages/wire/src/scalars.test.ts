import { describe, expect, it } from 'vitest'
import { requestToken } from './scalars.ts'

const segment = (length: number) => 'aZ0-_'.repeat(length).slice(0, length)

describe('a request token', () => {
  it.each([
    ['of the broker in use', 'p9QkRz3mV1aBcD2eFgH4iJkL5mNoP6qR'],
    ['that is a JWT', `${segment(36)}.${segment(900)}.${segment(86)}`],
    ['with padding', 'MTIzNDU2Nzg5MA=='],
    ['of every allowed character', 'aZ09-._~+/='],
    ['of the greatest length', segment(2048)],
  ])('%s is taken as it is', (_what, token) => expect(requestToken.parse(token)).toBe(token))

  it('loses white space around it', () => expect(requestToken.parse(' a.b\n')).toBe('a.b'))

  it.each([
    ['without a character', ' '],
    ['that is too long', segment(2049)],
    ['with a NUL', 'abc\0def'],
    ['with a line break', 'abc\ndef'],
    ['with a line break and a header', 'abc\r\nx: y'],
    ['with DEL', 'abc\u007Fdef'],
    ['with a C1 control', 'abc\u0085def'],
    ['with a space', 'abc def'],
    ['with a separator of a query', 'abc&state=x'],
    ['with an escape', 'abc%00'],
    ['with a quote', `abc"`],
    ['with a letter outside ASCII', 'abcé'],
    ['with padding inside', 'ab=c'],
    ['of padding alone', '=='],
  ])('%s is refused', (_what, token) => expect(requestToken.safeParse(token).success).toBe(false))
})
