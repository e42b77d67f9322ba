import { screen } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { restoreLanguage, setLanguage } from '../../lib/language.ts'
import { NotFound } from '../../routes/NotFound.tsx'
import { show } from '../../testing/render.tsx'

const SITE_TEXTS = '../../locales/hi/site.po'

afterEach(() => setLanguage('en'))

it('changes the language of the page at once', async () => {
  await restoreLanguage(['shell'])
  const { user } = await show(<NotFound />)
  expect(screen.getByRole('heading', { name: 'This page does not exist' })).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language / भाषा' }), 'हिन्दी')
  expect(await screen.findByRole('heading', { name: 'यह पेज मौजूद नहीं है' })).toBeTruthy()
})

it('stays English, and shows why, when the Hindi texts cannot be loaded', async () => {
  vi.resetModules()
  onTestFinished(() => {
    vi.doUnmock(SITE_TEXTS)
    // Files share their modules: without this the next one would load what failed here.
    vi.resetModules()
  })
  vi.doMock(SITE_TEXTS, () => {
    throw new Error('offline')
  })
  const language = await import('../../lib/language.ts')
  const { LanguageNotice } = await import('../../ui/LanguageNotice.tsx')
  const rendering = await import('../../testing/render.tsx')
  await rendering.show(<LanguageNotice />)
  await language.restoreLanguage(['site'])
  await language.setLanguage('hi')
  expect((await screen.findByRole('alert')).textContent).toContain('The Hindi texts could not be loaded. Try again.')
  expect(document.documentElement.lang).toBe('en-IN')
  expect(localStorage.getItem('language')).toBeNull()
})
