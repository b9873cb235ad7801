import { createEvidenceClient } from '../clients/evidence.ts'
import { requesting } from '../transport/requesting.ts'

export const evidence = createEvidenceClient(requesting('platform'))
