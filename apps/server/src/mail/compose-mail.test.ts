import { describe, expect, it } from 'vitest'
import { composeMail, type MailContent } from './compose-mail.ts'

const content = {
  subject: { code: 'mail.reset.subject' },
  paragraphs: [
    { code: 'mail.reset.open', hours: 1 },
    { href: 'https://strikewise.example/x' },
    { code: 'mail.reset.ignore' },
  ],
} as const

it('greets, shows each paragraph in the language of the recipient, and signs', () => {
  expect(composeMail({ email: 'a@example.com', name: 'Asha', language: 'en' }, content)).toMatchObject({
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

describe('the HTML of a mail', () => {
  const htmlOf = (paragraphs: MailContent['paragraphs'], more: Pick<MailContent, 'signature'> = {}) =>
    composeMail(
      { email: 'a@example.com', name: '<b>Asha</b>', language: 'hi' },
      { subject: { code: 'mail.reset.subject' }, paragraphs, ...more },
    ).html!

  it('shows the same texts, in its language, and loads nothing', () => {
    const html = htmlOf(content.paragraphs)
    expect(html).toContain('<html lang="hi-IN">')
    expect(html).toContain('&lt;b&gt;Asha&lt;/b&gt;')
    expect(html).not.toMatch(/<b>|<img|<link|src=|url\(/)
  })

  it('links an address of the product, and nothing that a person wrote', () => {
    expect(htmlOf(content.paragraphs)).toContain('<a href="https://strikewise.example/x"')
    const written = htmlOf(['Log in at https://evil.example/x\n<script>alert(1)</script>'])
    expect(written).not.toContain('<a ')
    expect(written).toContain('https://evil.example/x<br>&lt;script&gt;')
  })

  it('has a signature of its own alone: the name stands in its head', () => {
    const named = (html: string) => html.split('Strikewise').length - 1
    const signature = { code: 'mail.support_reply.signature' } as const
    expect(named(htmlOf([], { signature }))).toBeGreaterThan(named(htmlOf([])))
  })

  it.each(['light', 'dark'] as const)('has text of enough contrast in the %s theme', (theme) => {
    const style = htmlOf(content.paragraphs)
    const colourOf = (name: string, property: string) => {
      const dark = new RegExp(`\\.${name}\\{${property}:(#\\w{6}) !important\\}`).exec(style)
      const light = new RegExp(`class="${name}[^"]*" style="[^"]*?(?<![-\\w])${property}:(#\\w{6})`).exec(style)
      return (theme === 'dark' ? dark : light)![1]!
    }
    for (const name of ['ink', 'link'])
      expect(contrast(colourOf(name, 'color'), colourOf('sheet', 'background-color'))).toBeGreaterThanOrEqual(4.5)
  })
})

/** Contrast of two colours '#rrggbb' by WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [dark, bright] = [a, b].map(luminance).toSorted((x, y) => x - y)
  return (bright! + 0.05) / (dark! + 0.05)
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
