import { i18n } from '@lingui/core'
import { startTransition, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { repeatEarlyActs } from './early-acts.ts'
import { restoreLanguage } from './lib/language.ts'
import { session } from './lib/session.ts'
import type { PrerenderedPage } from './prerendered-page.ts'
import { publicScreen } from './PublicScreen.tsx'

/** Brings a page that was sent ready-made to life. It was made in English: for another language it is rendered again. */
export async function openPrerendered(container: HTMLElement, page: PrerenderedPage): Promise<Root> {
  // The server sends these only to who has no session.
  session.set({ status: 'out' })
  // After the commit that brought it to life, and before that is painted.
  const onAlive = () => queueMicrotask(() => repeatEarlyActs(container))
  const [screen] = await Promise.all([
    publicScreen(page, onAlive),
    restoreLanguage(['shell', 'landing', ...page.texts]),
  ])
  const root = i18n.locale === 'en' ? await hydrate(container, screen) : renderFresh(container, screen)
  document.documentElement.classList.remove('other-language')
  return root
}

/** In slices, as a transition: the page is read meanwhile, and nothing of it changes. */
function hydrate(container: HTMLElement, screen: ReactNode): Promise<Root> {
  return new Promise((resolve) => startTransition(() => resolve(hydrateRoot(container, screen))))
}

/** At once, so that the English page is not seen in between. */
function renderFresh(container: HTMLElement, screen: ReactNode): Root {
  const root = createRoot(container)
  flushSync(() => root.render(screen))
  return root
}
