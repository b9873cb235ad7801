import { createRuntimeClient } from '../clients/runtime.ts'
import { requesting } from '../transport/requesting.ts'

export const runtime = createRuntimeClient(requesting('runtime'))
