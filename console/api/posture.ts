import { SERVICE } from 'service:posture'
import type { OutputOf } from '@signet/http-client'
import type { postureService } from '../../lambdas/posture/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const posture = clientOf<typeof postureService>(SERVICE)

export type IntakeFinding = OutputOf<typeof posture.getCisoIntake>['findings'][number]
export type IntakeDetail = OutputOf<typeof posture.getCisoIntake>
export type ListedIntake = OutputOf<typeof posture.listCisoIntakes>['intakes'][number]
