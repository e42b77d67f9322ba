import type { ComponentType } from 'react'
import type { Catalog } from './locales/catalogs.ts'

/** What the browser needs to hydrate a page that the build rendered: the build writes it into the page. */
export interface PrerenderedPage {
  /** File of the screen below routes/, which exports a component of the same name. */
  readonly file: string
  /** `app` where the screen requests data: query cache and toasts are around it. */
  readonly parent: 'root' | 'app'
  /** Catalogs of its texts beside those of the frame of all public pages. */
  readonly texts: readonly Catalog[]
}

/** Attributes of the root element, from which `prerenderedPageOf` reads the page. */
export function rootAttributes(path: string, { file, parent, texts }: PrerenderedPage): string {
  return `data-prerendered="${path}" data-file="${file}" data-parent="${parent}" data-texts="${texts.join(' ')}"`
}

/** The page that the build rendered into `root`; undefined for the empty shell of the app. */
export function prerenderedPageOf(root: HTMLElement): PrerenderedPage | undefined {
  const { file, parent, texts } = root.dataset
  if (file === undefined) return undefined
  return { file, parent: parent === 'app' ? 'app' : 'root', texts: (texts?.match(/\S+/g) ?? []) as Catalog[] }
}

const pages = import.meta.glob<Record<string, ComponentType>>([
  './routes/{LandingPage,PlansPage,RecordPage}.tsx',
  './routes/{legal,site}/*Page.tsx',
])

/** Loads the module of a page, a chunk of its own. */
export async function loadPage(file: string): Promise<Record<string, ComponentType>> {
  const module = await pages[`./routes/${file}.tsx`]?.()
  if (module === undefined) throw new Error(`No prerendered page is at routes/${file}.tsx.`)
  return module
}

/** Name of the component that the file of a page exports. */
export const componentName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
