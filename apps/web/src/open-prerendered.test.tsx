import { act, screen } from '@testing-library/react'
import { http } from 'msw'
import { renderToString } from 'react-dom/server'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLanguage } from './lib/language.ts'
import { restoreTheme } from './lib/theme.ts'
import { openPrerendered } from './open-prerendered.ts'
import { PUBLIC_PAGES, type PublicPage } from './public-pages.ts'
import { publicScreen } from './PublicScreen.tsx'
import { server } from './testing/server.ts'

let container: HTMLElement
let root: Root | undefined
// The server's answers come later than this test looks.
beforeEach(() => server.use(http.all('/api/*', async () => new Promise<never>(() => {}))))
afterEach(async () => {
  act(() => root?.unmount())
  container.remove()
  await setLanguage('en')
})

const comesToLife = (page: PublicPage) =>
  act(async () => {
    root = await openPrerendered(container, page)
  })

/** What the build wrote for a page, in the document. */
async function served(page: PublicPage): Promise<void> {
  container = document.createElement('div')
  container.innerHTML = renderToString(await publicScreen(page))
  document.body.append(container)
}

describe.each(Object.entries(PUBLIC_PAGES))('%s', (_path, page) => {
  it('says what it is about before it comes to life, and comes to life without a word', async () => {
    // As on a device in the dark, with a choice made long ago: the page was made in the light.
    localStorage.setItem('theme', 'dark')
    restoreTheme()
    await served(page)
    const heading = screen.getByRole('heading', { level: 1 })
    const complaints = vi.spyOn(console, 'error')
    const warnings = vi.spyOn(console, 'warn')
    await comesToLife(page)
    expect(await screen.findByRole('button', { name: 'Switch to light theme' })).toBeTruthy()
    expect(complaints.mock.calls).toEqual([])
    expect(warnings.mock.calls).toEqual([])
    // The very element that was sent: nothing was thrown away.
    expect(heading.isConnected).toBe(true)
  })
})

it('is made anew for who reads Hindi', async () => {
  localStorage.setItem('language', 'hi')
  document.documentElement.classList.add('other-language')
  await served(PUBLIC_PAGES['/']!)
  await comesToLife(PUBLIC_PAGES['/']!)
  expect(document.documentElement.lang).toBe('hi-IN')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.documentElement.classList.contains('other-language')).toBe(false)
})
