import type { Tool } from '@signet/mcp'
import { billingPurchaseCredits } from './billing-purchase-credits.ts'
import { billingStatus } from './billing-status.ts'
import { checkJob } from './check-job.ts'
import { createVariation } from './create-variation.ts'
import type { ToolDeps } from './deps.ts'
import { generateImage } from './generate-image.ts'
import { listModels } from './list-models.ts'

/** Returns the tools of the image service (spec image-service 4.9). */
export const imageTools = (deps: ToolDeps): readonly Tool[] => [
  billingPurchaseCredits(deps.purchases),
  billingStatus(deps),
  checkJob(deps),
  createVariation(deps),
  generateImage(deps),
  listModels(deps),
]
