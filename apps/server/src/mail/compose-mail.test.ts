import { expect, it } from 'vitest'
import { composeMail } from './compose-mail.ts'

const content = {
  subject: { code: 'mail.reset.subject' },
  paragraphs: [{ code: 'mail.reset.open', hours: 1 }, 'https://strikewise.example/x', { code: 'mail.reset.ignore' }],
} as const

it('greets, shows each paragraph in the language of the recipient, and signs', () => {
  expect(composeMail({ email: 'a@example.com', name: 'Asha', language: 'en' }, content)).toEqual({
    recipient: 'a@example.com',
    subject: 'Reset your Strikewise password',
    body: [
      'Hello Asha,',
      'Choose a new password: open this link within one hour.',
      'https://strikewise.example/x',
      'If you did not ask for it, ignore this email. Your password stays the same.',
      'Strikewise',
    ].join('\n\n'),
    language: 'en',
  })
  const hindi = composeMail({ email: 'a@example.com', name: 'Asha', language: 'hi' }, content)
  expect(hindi.language).toBe('hi')
  for (const line of hindi.body.split('\n\n').filter((text) => !/^(?:https|Strikewise$)/.test(text)))
    expect(line).toMatch(/\p{Script=Devanagari}/u)
})

it('writes in English to whom no language is known, without a name to who has none', () => {
  const { body, language } = composeMail({ email: 'a@example.com', language: null }, content)
  expect([body.startsWith('Hello,\n\n'), language]).toEqual([true, 'en'])
})

it('keeps the lines of a list together', () => {
  const list = [{ code: 'mail.erased.what' }, { code: 'mail.erased.last', days: 30 }] as const
  const { body } = composeMail({ email: 'a@example.com', language: 'en' }, { ...content, paragraphs: [list] })
  expect(body.split('\n\n')[1]?.split('\n')).toHaveLength(2)
})
