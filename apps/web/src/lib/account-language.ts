import type { Language } from '@strikewise/domain/text/language.ts'
import { currentLanguage, setLanguage } from './language.ts'
import { session } from './session.ts'

/*
 * The language is a field of the account: mails and chat messages follow it, and so does the page on each device. Signed
 * out it is the choice of this browser alone (language.ts).
 */

/** Local-storage key of a choice that has not reached the account yet. */
const UNSAVED_KEY = 'language-unsaved'

/** Shows the page in a language at once and saves it to the account in the background. */
export async function chooseLanguage(next: Language): Promise<void> {
  await setLanguage(next)
  if (session.get().status === 'in') await save(next)
}

/**
 * From each sign-in on, the page is in the language of the account; an account without one, and a choice that could not be
 * saved, take the page's. Returns the function that ends it.
 */
export function followAccountLanguage(): () => void {
  /** A choice made after the sign-in is not undone by an answer from before it. */
  let followed: string | undefined
  return session.subscribe(() => {
    const now = session.get()
    const user = now.status === 'in' ? now.user : undefined
    if (user === undefined || user.id === followed) {
      followed = user?.id
      return
    }
    followed = user.id
    const shown = currentLanguage()
    if (user.language === null || isUnsaved()) void save(shown)
    else if (user.language !== shown) void setLanguage(user.language)
  })
}

async function save(language: Language): Promise<void> {
  mark(true)
  try {
    // Loaded when it is needed: the public pages make no call.
    const { api } = await import('./api.ts')
    await api.call('saveLanguage', { body: { language } })
    mark(false)
  } catch (error) {
    console.error('the language was not saved to the account; the next page load tries again', error)
  }
}

function isUnsaved(): boolean {
  try {
    return localStorage.getItem(UNSAVED_KEY) !== null
  } catch {
    return false
  }
}

function mark(unsaved: boolean): void {
  try {
    if (unsaved) localStorage.setItem(UNSAVED_KEY, 'true')
    else localStorage.removeItem(UNSAVED_KEY)
  } catch {
    // Storage refused (private mode): a choice that cannot be saved lasts for this page.
  }
}
