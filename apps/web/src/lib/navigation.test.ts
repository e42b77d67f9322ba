import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { navigateTo, navigateWith } from './navigation.ts'

const went = vi.fn<(href: string, replace: boolean) => void>()
let stop: () => void
beforeEach(() => {
  went.mockReset()
  stop = navigateWith(went)
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

function click(attributes: Record<string, string>, init: MouseEventInit = {}): boolean {
  const link = document.createElement('a')
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
  const mark = document.createElement('span')
  link.append(mark)
  document.body.append(link)
  // What is left to the browser must not reach jsdom, which cannot navigate.
  const left = vi.fn((event: Event) => event.preventDefault())
  window.addEventListener('click', left, { once: true })
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init })
  let taken = false
  document.addEventListener('click', () => (taken = event.defaultPrevented), { once: true })
  mark.dispatchEvent(event)
  return taken
}

describe('a plain link', () => {
  it('is followed on navigation', () => {
    expect(click({ href: '/docs?a=1#glossary' })).toBe(true)
    expect(went).toHaveBeenCalledExactlyOnceWith('/docs?a=1#glossary', false)
  })

  it.each<[what: string, attributes: Record<string, string>, init: MouseEventInit]>([
    ['another site', { href: 'https://www.sebi.gov.in/' }, {}],
    ['a new tab', { href: '/docs', target: '_blank' }, {}],
    ['a file', { href: '/docs', download: '' }, {}],
    ['an answer of the API', { href: '/api/openapi.json' }, {}],
    ['a place of the same page', { href: '#here' }, {}],
    ['a press with Ctrl', { href: '/docs' }, { ctrlKey: true }],
    ['the middle button', { href: '/docs' }, { button: 1 }],
  ])('to %s is the browser’s', (_what, attributes, init) => {
    expect(click(attributes, init)).toBe(false)
    expect(went).not.toHaveBeenCalled()
  })
})

it('goes the same way on request', () => {
  navigateTo('/dashboard', { replace: true })
  expect(went).toHaveBeenCalledExactlyOnceWith('/dashboard', true)
})
