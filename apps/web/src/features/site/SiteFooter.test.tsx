import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { configBody } from '../../testing/bodies.ts'
import { answer } from '../../testing/server.ts'
import { contactOf } from './contact.ts'
import { SiteFooter } from './SiteFooter.tsx'

const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

it('leads official channels out, and the others to the page that says there are none', async () => {
  answer('get', '/config', {
    ...configBody,
    social: { x: 'https://x.example/strikewise' },
    registration: 'SEBI RA INH1',
  })
  render(
    <I18nProvider i18n={i18n}>
      <SiteFooter />
    </I18nProvider>,
  )
  expect(await screen.findByRole('link', { name: 'support@example.com' })).toBeTruthy()
  expect(screen.getByText(/^Strikewise, SEBI RA INH1\. Trading in options/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '1800' }).getAttribute('href')).toBe('tel:1800')
  expect(hrefOf(/on X$/)).toBe('https://x.example/strikewise')
  expect(hrefOf(/and YouTube$/)).toBe('/support#channels')
  expect(hrefOf(/Apple’s store$/)).toBe('/docs#install')
  expect(within(screen.getByRole('list', { name: 'Elsewhere' })).getAllByRole('link')).toHaveLength(8)
})

describe('what the server says of itself', () => {
  it.each<[what: string, json: unknown]>([
    ['nothing', null],
    ['no support', { social: {} }],
    ['another shape', { support: 'call us' }],
  ])('counts for nothing when it is %s', (_what, json) => {
    expect(contactOf(json)).toBeUndefined()
  })

  it('names no registration where there is none', () => expect(contactOf(configBody)?.registration).toBeNull())

  it('keeps only web addresses as links', () => {
    const json = { ...configBody, social: { x: 'javascript:alert(1)', facebook: 'https://f.example' }, forum_url: 7 }
    expect(contactOf(json)).toMatchObject({ channels: { facebook: 'https://f.example' }, forumUrl: null })
    expect(contactOf(json)?.channels).not.toHaveProperty('x')
  })
})
