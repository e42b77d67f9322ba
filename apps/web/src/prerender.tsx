import { renderToString } from 'react-dom/server'
import { session } from './lib/session.ts'
import { rootAttributes } from './prerendered-page.ts'
import { publicScreen } from './PublicScreen.tsx'
import { PAGE_DESCRIPTIONS, PRERENDERED_SCREENS } from './screen-registry.ts'

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
  /** Of the element that holds the markup. */
  readonly rootAttributes: string
  readonly markup: string
}

/** Renders every public page. Throws when one of them cannot be rendered without a browser. */
export async function renderPublicPages(): Promise<readonly RenderedPage[]> {
  // As the browser that brings them to life takes it: they go only to who has no session.
  session.set({ status: 'out' })
  return Promise.all(
    (Object.keys(PRERENDERED_SCREENS) as (keyof typeof PRERENDERED_SCREENS)[]).map(async (path) => {
      const page = PRERENDERED_SCREENS[path]
      return {
        path,
        screen: `routes/${page.file}.tsx`,
        title: page.title,
        description: PAGE_DESCRIPTIONS[path],
        canonical: page.canonical ?? path,
        light: page.parent === 'root',
        rootAttributes: rootAttributes(path, page),
        markup: renderToString(await publicScreen(page)),
      }
    }),
  )
}
