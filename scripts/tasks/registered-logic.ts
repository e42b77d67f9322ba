// Writes the hashes of the logic that decides to the file of the registered logic: a change of it is a new registration.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command.ts'
import { LOGIC_FILE, logicFileText } from '../registered-logic.ts'

const text = logicFileText()
writeFileSync(join(ROOT, LOGIC_FILE), text)
console.log(text)
