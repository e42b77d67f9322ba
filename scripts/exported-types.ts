import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { ROOT } from './command.ts'

/** Paths of sources, from the project's root, with their text. */
export type Sources = Iterable<readonly [path: string, text: string]>

/** A name that more than one file of a package or app exports as a type of its own. */
export interface SharedTypeName {
  readonly home: string
  readonly name: string
  readonly files: readonly string[]
}

/**
 * Type aliases, interfaces, classes and enums of one name in one package or app, tests included. A type that a file passes
 * on from another is not a second one.
 */
export function sharedTypeNames(sources: Sources): SharedTypeName[] {
  const byName = new Map<string, { home: string; name: string; files: string[] }>()
  for (const [path, text] of sources) {
    const home = homeOf(path)
    for (const name of exportedTypes(path, text)) {
      const key = `${home} ${name}`
      const shared = byName.get(key) ?? { home, name, files: [] }
      shared.files.push(path)
      byName.set(key, shared)
    }
  }
  return [...byName.values()].filter(({ files }) => files.length > 1)
}

/** Every source of the product and its tests; not what tools or editors generate. */
export function productSources(): Sources {
  const files = globSync(['{apps,packages,tools}/**/*.{ts,tsx}', '{e2e,scripts}/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.d.ts'],
  })
  return files.toSorted().map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
}

/** The package, app or tool a file belongs to: `packages/domain`, `e2e`. */
function homeOf(path: string): string {
  const [first, second] = path.split('/')
  return first === 'e2e' || first === 'scripts' ? first : `${first}/${second}`
}

const TYPES = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'TSEnumDeclaration', 'ClassDeclaration'])

/** Names of the types a file declares and exports, each once: a type may have a value of its name beside it. */
function exportedTypes(path: string, text: string): Set<string> {
  const { program, module } = parseSync(path, text)
  const declared = new Set<string>()
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (
      declaration !== null &&
      TYPES.has(declaration.type) &&
      'id' in declaration &&
      declaration.id?.type === 'Identifier'
    )
      declared.add(declaration.id.name)
  }
  const exported = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, localName, exportName }) =>
      moduleRequest === null && localName.name !== null && declared.has(localName.name) ? [exportName.name] : [],
    )
  return new Set(exported.filter((name) => name !== null))
}
