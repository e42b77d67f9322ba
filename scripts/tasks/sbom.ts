// Prints the software bill of materials of the server in production, CycloneDX 1.5 as JSON: npm run --silent sbom > sbom.json
import { productionSbom } from '../sbom.ts'

console.log(JSON.stringify(productionSbom(), undefined, 2))
