import { createObserveClient } from '../clients/observe.ts'
import { requesting } from '../transport/requesting.ts'

export const observe = createObserveClient(requesting('platform'))
