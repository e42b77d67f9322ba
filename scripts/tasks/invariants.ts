// Writes docs/invariants.md from the markers in the sources.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command.ts'
import { INVARIANTS_FILE, invariantsDocument, readInvariants } from '../invariants.ts'

const invariants = readInvariants()
writeFileSync(join(ROOT, INVARIANTS_FILE), invariantsDocument(invariants))
console.log(`${invariants.length} invariants`)
