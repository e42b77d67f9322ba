// @invariant early-acts
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { renderToString } from 'react-dom/server'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLanguage } from './lib/language.ts'
import { restoreTheme } from './lib/theme.ts'
import { openPrerendered } from './open-prerendered.ts'
import { prerenderedPageOf, rootAttributes, type PrerenderedPage } from './prerendered-page.ts'
import { publicScreen } from './PublicScreen.tsx'
import { PRERENDERED_SCREENS } from './screen-registry.ts'
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

const comesToLife = (page: PrerenderedPage) =>
  act(async () => {
    root = await openPrerendered(container, page)
  })

/** What the build wrote for a page, in the document. */
async function served(page: PrerenderedPage): Promise<void> {
  container = document.createElement('div')
  container.id = 'root'
  container.innerHTML = renderToString(await publicScreen(page))
  document.body.append(container)
}

describe.each(Object.entries(PRERENDERED_SCREENS))('%s', (_path, page) => {
  it('shows what it is about before it comes to life, and comes to life without a word', async () => {
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

it.each(Object.entries(PRERENDERED_SCREENS))('%s is hydrated by what the build wrote into it', (path, page) => {
  container = document.createElement('div')
  container.innerHTML = `<div id="root" ${rootAttributes(path, page)}></div>`
  const { file, parent, texts } = page
  expect(prerenderedPageOf(container.querySelector<HTMLElement>('#root')!)).toEqual({ file, parent, texts })
})

it('the empty shell of the app has no page to hydrate', () => {
  container = document.createElement('div')
  expect(prerenderedPageOf(container)).toBeUndefined()
})

it('is rendered again for a reader of Hindi', async () => {
  localStorage.setItem('language', 'hi')
  document.documentElement.classList.add('other-language')
  await served(PRERENDERED_SCREENS['/'])
  await comesToLife(PRERENDERED_SCREENS['/'])
  expect(document.documentElement.lang).toBe('hi-IN')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.documentElement.classList.contains('other-language')).toBe(false)
})

describe('what is done before a page is alive', () => {
  // What the build puts into the head of every such page.
  const early = readFileSync(join(import.meta.dirname, '../public/early-acts.js'), 'utf8')
  beforeEach(() => runInThisContext(early))
  afterEach(() => window.earlyActs?.())

  it('a button pressed thrice out of impatience is pressed once', async () => {
    await served(PRERENDERED_SCREENS['/'])
    const before = document.documentElement.classList.contains('dark')
    for (let press = 0; press < 3; press++) fireEvent.click(screen.getByRole('button', { name: /^Switch to/ }))
    expect(document.documentElement.classList.contains('dark')).toBe(before)
    await comesToLife(PRERENDERED_SCREENS['/'])
    expect(document.documentElement.classList.contains('dark')).toBe(!before)
    // And from now on it answers by itself.
    fireEvent.click(screen.getByRole('button', { name: /^Switch to/ }))
    expect(document.documentElement.classList.contains('dark')).toBe(before)
  })

  it('choices are made in their order', async () => {
    await served(PRERENDERED_SCREENS['/plans'])
    for (const name of ['Yearly', 'Quarterly']) fireEvent.click(screen.getByRole('radio', { name: new RegExp(name) }))
    await comesToLife(PRERENDERED_SCREENS['/plans'])
    expect(screen.getByRole('radio', { name: /Quarterly/, checked: true })).toBeTruthy()
  })

  it('a language that was chosen is spoken', async () => {
    await served(PRERENDERED_SCREENS['/plans'])
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'hi' } })
    await comesToLife(PRERENDERED_SCREENS['/plans'])
    await waitFor(() => expect(document.documentElement.lang).toBe('hi-IN'))
  })

  it('what a reader of Hindi presses is found in the page rendered again', async () => {
    localStorage.setItem('language', 'hi')
    await served(PRERENDERED_SCREENS['/plans'])
    fireEvent.click(screen.getByRole('radio', { name: /Yearly/ }))
    await comesToLife(PRERENDERED_SCREENS['/plans'])
    const [, , yearly] = screen.getAllByRole('radio')
    expect(yearly!.getAttribute('aria-checked')).toBe('true')
  })

  it('what is typed stays, and sending it waits', async () => {
    const sent = vi.fn<(body: unknown) => void>()
    server.use(
      http.post('/api/support', async ({ request }) => {
        sent(await request.json())
        return HttpResponse.json({ ticket: 'SW-7' })
      }),
    )
    await served(PRERENDERED_SCREENS['/support'])
    const user = userEvent.setup()
    await user.type(screen.getByLabelText(/^Name/), 'First Visitor')
    await user.type(screen.getByLabelText(/^Email/), 'visitor@support.example')
    await user.selectOptions(screen.getByLabelText(/^About/), 'broker')
    await user.type(screen.getByLabelText(/^Message/), 'Nothing comes, however long one waits.')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await comesToLife(PRERENDERED_SCREENS['/support'])
    expect(await screen.findByText('Received as SW-7')).toBeTruthy()
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      name: 'First Visitor',
      email: 'visitor@support.example',
      topic: 'broker',
      text: 'Nothing comes, however long one waits.',
    })
  })
})
