/** Types the siblings of examples by the definitions of their services. */
import type {} from '../../lambdas/images/contract/service.ts'
