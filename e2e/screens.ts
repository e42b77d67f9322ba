import { SCREENS as DEFINITIONS, type Viewer } from '@strikewise/wire/screens.ts'

/** A page of the app by its address, and as whom it is opened. */
export interface Screen {
  readonly path: string
  readonly who: Viewer
}

/** Every page of the app, some in more than one state, and the page of an unknown address. */
export const SCREENS: readonly Screen[] = [
  ...DEFINITIONS.flatMap(({ addressesByViewer }) =>
    (Object.keys(addressesByViewer) as Viewer[]).flatMap((who) =>
      addressesByViewer[who]!.map((path) => ({ path, who })),
    ),
  ),
  { path: '/no/such/page', who: 'signed out' },
]

/** The screens at some addresses, all of them for none. Throws when one of the addresses is no screen's. */
export function screensAt(paths: readonly string[]): readonly Screen[] {
  const unknown = paths.filter((path) => !SCREENS.some((screen) => screen.path === path))
  if (unknown.length > 0) throw new Error(`No screen of packages/wire/src/screens.ts is at: ${unknown.join(', ')}`)
  return paths.length === 0 ? SCREENS : SCREENS.filter(({ path }) => paths.includes(path))
}
