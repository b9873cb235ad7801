import { writeFile } from 'node:fs/promises'
import { handlers } from '@signet/contract-tools/handlers'
import { irOf } from '@signet/contracts/ir'
import { notes } from './note.ts'

const files = handlers(irOf(notes), { contractModule: './note.ts', contractExport: 'notes' })
await writeFile(new URL('handlers.ts', import.meta.url), files['handlers.ts'] ?? '')

const { noteRoutes } = await import(`${new URL('handlers.ts', import.meta.url)}`)
console.log(JSON.stringify(noteRoutes[3]))
