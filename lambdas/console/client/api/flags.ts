import { createFlagsClient } from '../clients/flags.ts'
import { requesting } from '../session/requesting.ts'

export const flags = createFlagsClient(requesting('flags'))
