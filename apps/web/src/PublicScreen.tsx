import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode, useLayoutEffect, type ReactNode } from 'react'
import './lib/language.ts'
import { componentName, loadPage, type PrerenderedPage } from './prerendered-page.ts'
import { LanguageNotice } from './ui/LanguageNotice.tsx'

/**
 * A public page with all that stands around it: the same in the build and in the browser. `onAlive` is called when it
 * answers to what is done.
 */
export async function publicScreen(page: PrerenderedPage, onAlive: () => void = () => {}): Promise<ReactNode> {
  const name = componentName(page.file)
  const [{ [name]: Screen }, frame] = await Promise.all([
    loadPage(page.file),
    page.parent === 'app' ? import('./routes/AppFrame.tsx') : undefined,
  ])
  if (Screen === undefined) throw new Error(`routes/${page.file}.tsx exports no ${name}.`)
  const screen = frame === undefined ? <Screen /> : <frame.AppFrame>{<Screen />}</frame.AppFrame>
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        {screen}
        <LanguageNotice />
        <Alive onAlive={onAlive} />
      </I18nProvider>
    </StrictMode>
  )
}

function Alive({ onAlive }: { onAlive: () => void }) {
  useLayoutEffect(onAlive, [onAlive])
  return null
}
