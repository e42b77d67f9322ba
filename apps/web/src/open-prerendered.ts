import { i18n } from '@lingui/core'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { restoreLanguage } from './lib/language.ts'
import { session } from './lib/session.ts'
import type { PublicPage } from './public-pages.ts'
import { publicScreen } from './PublicScreen.tsx'

/** Brings a page that was sent ready-made to life. It was made in English: for another language it is made anew. */
export async function openPrerendered(container: HTMLElement, page: PublicPage): Promise<Root> {
  // The server sends these only to who has no session.
  session.set({ status: 'out' })
  const [screen] = await Promise.all([publicScreen(page), restoreLanguage(['shell', 'landing', ...page.texts])])
  const ready = i18n.locale === 'en'
  const root = ready ? hydrateRoot(container, screen) : createRoot(container)
  if (!ready) root.render(screen)
  document.documentElement.classList.remove('other-language')
  return root
}
