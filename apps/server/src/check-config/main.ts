// Prints every setting with its source and what speaks against it: npm run check-config -- [--file <file>] [--production] [--json]
// Ends with 0 when the settings are accepted, 1 when one is refused or unsafe, 2 when they could not be read.
// The option is not called --env-file: Node takes that one for itself, also behind the script.
import { parseArgs } from 'node:util'
import { checkConfig, reportLines } from './check-config.ts'
import { filesOfNode, readSettingsFile } from './setting-sources.ts'

try {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', multiple: true, default: [] },
      production: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const files = [...filesOfNode(process.execArgv), ...values.file].map(readSettingsFile)
  const report = checkConfig(process.env, files, values.production)
  console.log(values.json ? JSON.stringify(report, undefined, 2) : reportLines(report).join('\n'))
  process.exitCode = report.ok ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
