import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { router } from '../../routes.tsx'
import { configBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { contactOf } from './contact.ts'
import { SiteFooter } from './SiteFooter.tsx'

const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

it('leads official channels out, and links none that does not exist', async () => {
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
  expect(screen.getByRole('img', { name: 'YouTube: no channel yet' }).closest('a')).toBeNull()
  expect(hrefOf(/Apple’s store$/)).toBe('/docs#install')
  expect(within(screen.getByRole('list', { name: 'Elsewhere' })).getAllByRole('link')).toHaveLength(3)
})

/** Where the footer leads (specification §2, Landing). */
const DESTINATIONS = [
  '/features',
  '/pricing',
  '/integrations',
  '/careers',
  '/docs',
  '/faqs',
  '/support',
  '/api',
  '/community/top-traders',
  '/community/forum',
  '/trade-logs',
  '/status',
  '/privacy',
  '/terms',
  '/disclaimer',
  '/investor-charter',
  '/dpdp',
]

it('leads to every page it is shown to, and each of these is one', async () => {
  await show(<SiteFooter />)
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href')!)
  const routes = Object.keys(router.routesByPath)
  for (const to of DESTINATIONS) {
    expect(hrefs.filter((href) => href === to)).toHaveLength(1)
    expect(routes).toContain(to)
  }
})

it('has a mark for each channel and each store, in a tab of its own where it leads out', async () => {
  const channels = ['facebook', 'google', 'instagram', 'linkedin', 'x', 'youtube']
  const social = Object.fromEntries(channels.map((id) => [id, `https://${id}.example/strikewise`]))
  answer('get', '/config', { ...configBody, social })
  await show(<SiteFooter />)
  for (const [name, href] of [
    ['Strikewise on Facebook', social['facebook']],
    ['Strikewise on Google', social['google']],
    ['Strikewise on Instagram', social['instagram']],
    ['Strikewise on LinkedIn', social['linkedin']],
    ['Strikewise on X', social['x']],
    ['Strikewise on YouTube', social['youtube']],
    ['Install the app without Apple’s store', '/docs#install'],
    ['Install the app without Google Play’s store', '/docs#install'],
  ] as const) {
    const mark = await screen.findByRole('link', { name })
    expect([name, mark.getAttribute('href')]).toEqual([name, href])
    expect([name, mark.getAttribute('target')]).toEqual([name, href!.startsWith('/') ? null : '_blank'])
    expect(mark.querySelector('svg path')).not.toBeNull()
  }
})

describe('what the server shows of itself', () => {
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
