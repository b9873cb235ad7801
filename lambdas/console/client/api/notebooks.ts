import { createNotebooksClient } from '../clients/notebooks.ts'
import { requesting } from '../session/requesting.ts'

export const notebooks = createNotebooksClient(requesting('archive'))
