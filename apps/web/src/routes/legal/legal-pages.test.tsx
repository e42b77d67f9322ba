import { act, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, it } from 'vitest'
import { restoreLanguage, setLanguage } from '../../lib/language.ts'
import { show } from '../../testing/render.tsx'
import { DisclosurePage } from './DisclosurePage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { TermsPage } from './TermsPage.tsx'

afterEach(() => setLanguage('en'))

it.each<[title: string, Page: ComponentType, updated: string, expected: RegExp]>([
  [
    'Risk disclosure',
    DisclosurePage,
    'August 08, 2025',
    /87\.7% of individual traders .* \(SEBI, study of 20 August 2026\)/,
  ],
  [
    'Terms of use',
    TermsPage,
    'July 25, 2025; part 4 added November 22, 2026',
    /2000 rupees per year .*; see the broker’s site for the present fee/,
  ],
  ['Privacy policy', PrivacyPage, 'July 17, 2025', /kept for up to 90 days after the account ends/],
])('%s carries its date and its figures', async (title, Page, updated, expected) => {
  await show(<Page />)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.getByText(`Last updated ${updated}`)).toBeTruthy()
  expect(screen.getByText(expected)).toBeTruthy()
})

it('numbers the ten sections of the risk disclosure', async () => {
  await show(<DisclosurePage />)
  const sections = (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent)
  expect(sections.map((section) => Number.parseInt(section, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

it('keeps what binds in English, and reports it in Hindi with what matters in it', async () => {
  await restoreLanguage(['shell', 'landing', 'site'])
  await show(<TermsPage />)
  expect(screen.queryByText(/binding/)).toBeNull()
  await act(() => setLanguage('hi'))
  expect(screen.getByRole('heading', { level: 1, name: 'उपयोग की शर्तें' })).toBeTruthy()
  expect(screen.getByText('पिछला बदलाव: 25 जुलाई 2025; 22 नवंबर 2026 को भाग 4 जोड़ा गया')).toBeTruthy()
  expect(screen.getByText('नीचे का अंग्रेज़ी पाठ ही बाध्यकारी है।')).toBeTruthy()
  expect(
    screen
      .getByText(/^You must be 18 or older and able to enter a contract/)
      .closest('[lang]')
      ?.getAttribute('lang'),
  ).toBe('en')
})
