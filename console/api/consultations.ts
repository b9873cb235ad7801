import { SERVICE } from 'service:consultations'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { consultationService } from '../../lambdas/consultations/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const consultations = clientOf<typeof consultationService>(SERVICE)

export type AgentAnalysis = OutputOf<typeof consultations.consultRole>['analysis']
export type AgentGuidance = OutputOf<typeof consultations.consultRole>['guidance']
export type ConsultRoleInput = InputOf<typeof consultations.consultRole>
export type Consultation = OutputOf<typeof consultations.consultRole>
export type RoleBootstrap = OutputOf<typeof consultations.bootstrapRole>
export type RoleMemory = OutputOf<typeof consultations.getRoleMemory>
