import { createPostureClient } from '../clients/posture.ts'
import { requesting } from '../transport/requesting.ts'

export const posture = createPostureClient(requesting('platform'))
