// Asks the registry, through npm, which installed packages have published advisories. Ends with 0 when production packages
// have none of level high or above, with 1 when they have, and with 3 when the registry could not be asked.
import { listen } from '../command.ts'
import { readAudit } from '../audit-report.ts'

const NOT_ASKED = 3

const { output } = await listen('npm', ['audit', '--omit=dev', '--json'])
const audit = readAudit(output)
if (audit === undefined) {
  console.error('The advisories could not be asked for: nothing is known about these packages. What npm said:')
  console.error(output.trim().slice(0, 1000))
  process.exit(NOT_ASKED)
}
for (const { name, severity, title } of audit.found) console.log(`${severity.padEnd(9)} ${name}: ${title}`)
console.log(`${audit.found.length} packages with advisories, ${audit.serious} of them of level high or critical`)
process.exit(audit.serious === 0 ? 0 : 1)
