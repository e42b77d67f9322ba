import { i18n } from '@lingui/core'
import { afterEach, expect, it, vi } from 'vitest'
import { restoreLanguage, setLanguage } from './language.ts'

const tag = () => document.documentElement.lang

afterEach(async () => {
  localStorage.clear()
  await setLanguage('en')
})

it('shows Hindi, stores it under the key language and reports it to screen readers', async () => {
  await restoreLanguage(['shell', 'trading'])
  await setLanguage('hi')
  expect([i18n.locale, tag(), localStorage.getItem('language')]).toEqual(['hi', 'hi-IN', 'hi'])
  await setLanguage('en')
  expect([i18n.locale, tag(), localStorage.getItem('language')]).toEqual(['en', 'en-IN', 'en'])
})

it('restores what is stored, and English once local storage was cleared', async () => {
  localStorage.setItem('language', 'hi')
  await restoreLanguage()
  expect(tag()).toBe('hi-IN')
  localStorage.clear()
  await restoreLanguage()
  expect(tag()).toBe('en-IN')
})

it.each([
  [['hi-IN', 'en-IN'], 'hi-IN'],
  [['mr', 'hi', 'en'], 'hi-IN'],
  [['en-US', 'hi'], 'en-IN'],
  [['ta'], 'en-IN'],
])('takes the first of the browser’s languages it speaks when nothing, or nonsense, is stored: %s', async (has, is) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(has)
  localStorage.setItem('language', 'klingon')
  await restoreLanguage()
  expect(tag()).toBe(is)
})

it('does not touch a page that is in its language: its style would be recomputed', async () => {
  await setLanguage('en')
  const observer = new MutationObserver(() => {})
  observer.observe(document.documentElement, { attributes: true })
  await restoreLanguage()
  expect(observer.takeRecords()).toEqual([])
  observer.disconnect()
})
