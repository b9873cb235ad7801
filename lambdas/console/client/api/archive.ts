import { createArchiveClient } from '../clients/archive.ts'
import { requesting } from '../transport/requesting.ts'

export const archive = createArchiveClient(requesting('archive'))
