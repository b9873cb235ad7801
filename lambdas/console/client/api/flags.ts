import { createFlagsClient } from '../clients/flags.ts'
import { requesting } from '../transport/requesting.ts'

export const flags = createFlagsClient(requesting('flags'))
