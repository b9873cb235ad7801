import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocuments } from '../../lib/openapi.ts'

/** Writes every OpenAPI document into a folder, for judges that read files. */
const [folder = 'openapi'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (const [service, document] of Object.entries(openApiDocuments('0.0.0'))) {
  writeFileSync(join(folder, `${service}.json`), JSON.stringify(document, null, 2))
}
