// Counts the packages of the server's production closure and names why each direct one stays. Ends with 1 where they are more
// than the ceiling, or fewer: then it is to be lowered. Argument: --list, every package with its version.
import { DEPENDENCY_REASONS, MAX_PRODUCTION_PACKAGES } from '../dependency-reasons.ts'
import { directDependencies, productionClosure, readLock } from '../production-closure.ts'

const lock = readLock()
const closure = productionClosure(lock)
const direct = directDependencies(lock)

for (const name of direct) {
  const alone = closure.length - productionClosure(lock, { without: name }).length
  console.log(
    `${String(alone).padStart(3)}  ${name}: ${DEPENDENCY_REASONS[name] ?? 'NO REASON in scripts/dependency-reasons.ts'}`,
  )
}
if (process.argv.includes('--list')) for (const { name, version } of closure) console.log(`${name}@${version}`)
console.log(
  `${closure.length} packages in production, at most ${MAX_PRODUCTION_PACKAGES}; before each name: those it alone brings`,
)
const unexplained = direct.filter((name) => DEPENDENCY_REASONS[name] === undefined)
const removed = Object.keys(DEPENDENCY_REASONS).filter((name) => !direct.includes(name))
if (removed.length > 0) console.error(`Not asked for any more, take their reasons out: ${removed.join(', ')}`)
if (closure.length < MAX_PRODUCTION_PACKAGES)
  console.error(`Lower MAX_PRODUCTION_PACKAGES to ${closure.length} in scripts/dependency-reasons.ts`)
process.exit(closure.length === MAX_PRODUCTION_PACKAGES && unexplained.length + removed.length === 0 ? 0 : 1)
