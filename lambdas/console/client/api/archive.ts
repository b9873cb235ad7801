import { createArchiveClient } from '../clients/archive.ts'
import { requesting } from '../session/requesting.ts'

export const archive = createArchiveClient(requesting('archive'))
