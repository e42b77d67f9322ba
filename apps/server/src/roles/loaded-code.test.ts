import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Prints the packages that a process has loaded once it has imported the role. */
const PROGRAM = `
import { registerHooks } from 'node:module'
const packages = new Set()
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(found.url)?.[1]
    if (name !== undefined) packages.add(name)
    return found
  },
})
await import(process.argv[1])
console.log(JSON.stringify([...packages]))
process.exit()
`

it('is not that of PDFs before one is asked for', () => {
  const role = new URL('web.ts', import.meta.url).href
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, role], { encoding: 'utf8' })
  const packages = JSON.parse(printed) as string[]
  expect(packages).toContain('hono')
  expect(packages).not.toContain('pdfkit')
  expect(packages).not.toContain('fontkit')
})
