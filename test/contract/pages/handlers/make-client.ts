import { writeFile } from 'node:fs/promises'
import { client } from '@signet/contract-tools/client'
import { irOf } from '@signet/contracts/ir'
import { notes } from './note.ts'

await writeFile(new URL('client.ts', import.meta.url), client(irOf(notes))['client.ts'] ?? '')
console.log('generated')
