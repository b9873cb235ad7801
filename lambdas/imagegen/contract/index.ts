import { getAsset } from './assets.ts'
import { getHealth } from './health.ts'
import { jobContract } from './job.ts'
import { listModels } from './models.ts'
import { getImageResource } from './protected-resource.ts'
import { getRetentionPolicy } from './retention.ts'
import { createTenant, getTenantUsage, listTenants, rotateTenantKey } from './tenants.ts'
import { getWebhookSecret, rotateWebhookSecret } from './webhooks.ts'

export {
  createTenant,
  getAsset,
  getHealth,
  getImageResource,
  getRetentionPolicy,
  getTenantUsage,
  getWebhookSecret,
  jobContract,
  listModels,
  listTenants,
  rotateTenantKey,
  rotateWebhookSecret,
}
