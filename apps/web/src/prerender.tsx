import { renderToString } from 'react-dom/server'
import { session } from './lib/session.ts'
import { PAGE_DESCRIPTIONS } from './page-descriptions.ts'
import { PUBLIC_PAGES, type PublicPath } from './public-pages.ts'
import { publicScreen } from './PublicScreen.tsx'

/** A public page as the build makes it ready: everything between head and scripts, in English and the light theme. */
export interface RenderedPage {
  readonly path: string
  /** File of its screen, below src. */
  readonly screen: string
  readonly title: string
  readonly description: string
  readonly canonical: string
  /** Whether it does without the API client, forms and the query cache. */
  readonly light: boolean
  readonly markup: string
}

/** Renders every public page. Throws when one of them cannot be rendered without a browser. */
export async function renderPublicPages(): Promise<readonly RenderedPage[]> {
  // As the browser that brings them to life takes it: they go only to who has no session.
  session.set({ status: 'out' })
  return Promise.all(
    Object.entries(PUBLIC_PAGES).map(async ([path, page]) => ({
      path,
      screen: `routes/${page.screen}.tsx`,
      title: page.title,
      description: PAGE_DESCRIPTIONS[path as PublicPath],
      canonical: page.canonical ?? path,
      light: page.asks !== true,
      markup: renderToString(await publicScreen(page)),
    })),
  )
}
