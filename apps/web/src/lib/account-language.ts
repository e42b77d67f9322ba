import type { Language } from '@strikewise/domain/text/language.ts'
import { currentLanguage, onLanguageChange, setLanguage } from './language.ts'
import { session } from './session.ts'

/*
 * The language is a field of the account: mails and chat messages follow it, and so does the page on each device. Signed
 * out it is the choice of this browser alone (language.ts).
 */

/** Local-storage key of a choice that has not reached the account yet. */
const UNSAVED_KEY = 'language-unsaved'

/**
 * From each sign-in on, the page is in the language of the account, and a language chosen on the page is saved to it in the
 * background; an account without one, and a choice that could not be saved, take the page's. Returns the function that ends it.
 */
export function followAccountLanguage(): () => void {
  /** Whose language is followed: a choice made after the sign-in is not undone by an answer from before it. */
  let followed: string | undefined
  /** What the account has, as far as it is known here. */
  let saved: Language | null = null

  const saveShown = () => {
    if (followed === undefined || saved === currentLanguage()) return
    saved = currentLanguage()
    void save(saved)
  }
  const follow = () => {
    const now = session.get()
    const user = now.status === 'in' ? now.user : undefined
    const isNew = user?.id !== followed
    followed = user?.id
    if (user === undefined || !isNew) return
    saved = isUnsaved() ? null : user.language
    if (saved === null) saveShown()
    else if (saved !== currentLanguage()) void setLanguage(saved)
  }

  const ends = [session.subscribe(follow), onLanguageChange(saveShown)]
  follow()
  return () => ends.forEach((end) => end())
}

async function save(language: Language): Promise<void> {
  mark(true)
  try {
    // Loaded when it is needed: the public pages make no call.
    const { api } = await import('./api.ts')
    await api.call('saveLanguage', { body: { language } })
    mark(false)
    // What the server wrote for this user is in the language from before.
    const { queryClient } = await import('./query-client.ts')
    await queryClient.invalidateQueries()
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
