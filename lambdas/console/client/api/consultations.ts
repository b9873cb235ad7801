import { createConsultationsClient } from '../clients/consultations.ts'
import { requesting } from '../transport/requesting.ts'

export const consultations = createConsultationsClient(requesting('platform'))
