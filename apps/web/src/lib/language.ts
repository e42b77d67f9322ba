import { i18n, type Messages } from '@lingui/core'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { Catalog } from '../locales/catalogs.ts'
import { createStore, useStore } from './store.ts'

/** Local-storage key the choice is kept under. */
const LANGUAGE_KEY = 'language'

/** Value of the page's `lang`: English is written as in India. */
const TAGS: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN' }

/** The Hindi texts by their files; each is loaded when it is first called. */
const files = import.meta.glob<Messages>('../locales/hi/*.ts', { import: 'messages' })
const fileOf = (catalog: Catalog) => `../locales/hi/${catalog}.ts`

/** Files the opened screens show texts of, and those of them that have arrived. */
const requested = new Set<string>()
const loaded = new Set<string>()

const language = createStore<Language>('en')
/** Whether Hindi was asked for and could not be loaded. */
const failure = createStore(false)

export const useLanguage = () => useStore(language)
/** The language shown, outside React. */
export const currentLanguage = () => language.get()
export const onLanguageChange = language.subscribe
export const useLanguageFailure = () => useStore(failure)
export const dismissLanguageFailure = () => failure.set(false)

i18n.loadAndActivate({ locale: 'en', messages: {} })

/** Shows the app in a language and remembers it. A language that cannot be loaded leaves the page as it is, and reports it. */
export async function setLanguage(next: Language): Promise<void> {
  if (!(await apply(next))) return
  try {
    localStorage.setItem(LANGUAGE_KEY, next)
  } catch {
    // Storage refused (private mode): the choice lasts for this page.
  }
}

/**
 * Applies what is stored, or the browser's preference when nothing is: at load, and after local storage was cleared.
 * From now on the texts of `catalogs` (left out: all) are there in whatever language is shown.
 */
export async function restoreLanguage(catalogs?: readonly Catalog[]): Promise<void> {
  for (const file of catalogs?.map(fileOf) ?? Object.keys(files)) requested.add(file)
  await apply(storedLanguage() ?? preferredLanguage())
}

/** The last choice wins: a catalog that arrives after another choice changes nothing. */
let chosen: Language = 'en'

async function apply(next: Language): Promise<boolean> {
  chosen = next
  failure.set(false)
  if (next === 'hi' && !(await loadHindi())) {
    if (chosen === next) failure.set(true)
    return false
  }
  if (chosen !== next) return false
  i18n.activate(next)
  // Whatever it is set to, the browser recomputes the style of the whole page.
  if (document.documentElement.lang !== TAGS[next]) document.documentElement.lang = TAGS[next]
  language.set(next)
  return true
}

async function loadHindi(): Promise<boolean> {
  const missing = [...requested].filter((file) => !loaded.has(file))
  const fetched = await Promise.allSettled(
    missing.map(async (file) => {
      i18n.load('hi', await files[file]!())
      loaded.add(file)
    }),
  )
  const failed = fetched.find((file) => file.status === 'rejected')
  if (failed !== undefined) console.error('Hindi texts could not be loaded', failed.reason)
  return failed === undefined
}

function storedLanguage(): Language | undefined {
  try {
    const stored = localStorage.getItem(LANGUAGE_KEY)
    return stored === 'en' || stored === 'hi' ? stored : undefined
  } catch {
    return undefined
  }
}

/** The first of the browser's languages that the app speaks. */
function preferredLanguage(): Language {
  const first = navigator.languages.map((tag) => tag.split('-')[0]).find((name) => name === 'en' || name === 'hi')
  return first === 'hi' ? 'hi' : 'en'
}
