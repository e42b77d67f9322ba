// One concept, one type: lists the exported types of one name in one package or app, and fails where there are any.
import { productSources, sharedTypeNames } from '../exported-types.ts'

const shared = sharedTypeNames(productSources())
for (const { home, name, files } of shared)
  console.log(`${home} exports ${files.length} types ${name}: ${files.join(', ')}`)
process.exit(shared.length === 0 ? 0 : 1)
