import { createStore, useStore } from './store.ts'

export type Theme = 'light' | 'dark'

/** Local-storage key the choice is kept under (specification §2, Theme). `public/theme.js` reads it before the first paint. */
const THEME_KEY = 'theme'

const store = createStore<Theme>('light')
// The build makes pages in the light theme, and has no document to ask.
if (typeof document !== 'undefined' && document.documentElement.classList.contains('dark')) store.set('dark')

export const useTheme = () => useStore(store)

/** Applies and remembers a theme. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage refused (private mode): the choice lasts for this page.
  }
  apply(theme)
}

/** Applies what is stored, or the device's preference when nothing is: at load, and after local storage was cleared. */
export function restoreTheme(): void {
  apply(storedTheme() ?? (prefersDark() ? 'dark' : 'light'))
}

function storedTheme(): Theme | undefined {
  try {
    const stored = localStorage.getItem(THEME_KEY)
    return stored === 'dark' || stored === 'light' ? stored : undefined
  } catch {
    return undefined
  }
}

function prefersDark(): boolean {
  return window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false
}

function apply(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0b0d14' : '#f6f7fa')
  store.set(theme)
}
