import { expect, it } from 'vitest'
import { answerLanguage } from './answer-language.ts'

it.each([
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['en-IN, hi;q=0.9', 'en'],
  ['en;q=0.5, hi;q=0.8', 'hi'],
  ['mr, ta;q=0.9', 'en'],
  ['hi;q=0', 'en'],
  ['hi;q=nonsense', 'en'],
  ['*', 'en'],
  [undefined, 'en'],
])('answers a client that accepts %s in %s', (header, language) => {
  expect(answerLanguage(undefined, header)).toBe(language)
  expect(answerLanguage({ language: null }, header)).toBe(language)
})

it('answers an account in its own language, whatever its browser prefers', () => {
  expect([answerLanguage({ language: 'en' }, 'hi'), answerLanguage({ language: 'hi' }, 'en')]).toEqual(['en', 'hi'])
})
