import { runDefinition } from '../../src/run-definition.ts'
import { NIMBUS } from './nimbus-definition.ts'

runDefinition(NIMBUS)
