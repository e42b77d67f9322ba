import type { Plugin, Rolldown } from 'vite'

/** Screens by what is loaded to show them. Paths below src. */
const ENTRY = ['main.tsx']
const START_PAGE = ['routes/LandingPage.tsx']
/* The other pages with the budget of the start page: a missing one exceeds it, and the build fails. */
const LIGHT_PAGES = [
  'routes/PlansPage.tsx',
  ...['Terms', 'Privacy', 'Disclosure'].map((name) => `routes/legal/${name}Page.tsx`),
  ...['Features', 'Integrations', 'Careers', 'Faqs', 'Disclaimer', 'Forum'].map(
    (name) => `routes/site/${name}Page.tsx`,
  ),
]
/** The longest of them has a part of its own: it has no room for what the others need. */
const GUIDE = ['routes/site/DocsPage.tsx']
const FRAME = ['Screens.tsx', 'routes/AppLayout.tsx', 'routes/SignedInLayout.tsx']
const DASHBOARD = ['routes/dashboard/DashboardPage.tsx']

type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null

/**
 * Joins what the dashboard loads before an open trade can be left into few files: shared modules would else make dozens, most
 * of them below a kilobyte. `signed-in`: what every screen of a user needs; `position`: the dashboard's own; `start`,
 * `guide` and `light`: what pages without server state need as well, which may load little more than that.
 */
export function chunkGroups(): Rolldown.CodeSplittingOptions {
  let groups: Map<string, string> | undefined
  const groupOf = (id: string, info: ModuleInfo) => (groups ??= makeGroups(info)).get(id) ?? null
  return {
    // What a module of a group imports may be of the start page.
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'what an open trade needs',
        name: (id, context) => groupOf(id, (module) => context.getModuleInfo(module)),
      },
    ],
  }
}

function makeGroups(info: ModuleInfo): Map<string, string> {
  const root = `${import.meta.dirname}/src/`
  const closure = (files: readonly string[]) => {
    const found = new Set<string>()
    const add = (id: string) => {
      if (found.has(id)) return
      found.add(id)
      for (const imported of info(id)?.importedIds ?? []) add(imported)
    }
    for (const file of files) add(root + file)
    return found
  }
  const entry = closure(ENTRY)
  const byName: readonly (readonly [name: string, ids: ReadonlySet<string>])[] = [
    ['start', closure(START_PAGE)],
    ['guide', closure(GUIDE)],
    ['light', closure(LIGHT_PAGES)],
    ['signed-in', closure(FRAME)],
  ]
  const nameOf = (id: string) => byName.find(([, ids]) => ids.has(id))?.[0] ?? 'position'
  // The screen itself stays its own chunk: the bundler loses the namespace of a grouped one that is imported on demand.
  const isGrouped = (id: string) => !entry.has(id) && !DASHBOARD.some((file) => id === root + file)
  const early = [...closure([...FRAME, ...DASHBOARD])].filter(isGrouped)
  return new Map(early.map((id) => [id, nameOf(id)]))
}

/**
 * zod can describe its schemas as JSON schemas, which the server does. In the browser nothing does, and those 35 kB would be
 * loaded before a position is shown.
 */
export const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      if (names.length === 0) throw new Error('zod no longer exports what it makes JSON schemas with.')
      return `const absent = () => absent\nexport { ${names.map((name) => `absent as ${name}`).join(', ')} }`
    },
  },
}

/** The guide shows the figures of the agents with three decimals: the sixteen of the file would take kilobytes of its budget. */
export const shorterFigures: Plugin = {
  name: 'shorter-figures',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /agent-evidence\.json$/ },
    handler: (code) =>
      code.replaceAll(/-?\d+\.\d{6,}(?:e-?\d+)?/g, (figure) => String(Number(Number(figure).toFixed(5)))),
  },
}
