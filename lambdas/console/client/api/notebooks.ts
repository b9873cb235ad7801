import { createNotebooksClient } from '../clients/notebooks.ts'
import { requesting } from '../transport/requesting.ts'

export const notebooks = createNotebooksClient(requesting('archive'))
