import { getAsset } from './assets.ts'
import { getHealth } from './health.ts'
import { jobContract } from './job.ts'
import { listModels } from './models.ts'
import { getRetentionPolicy } from './retention.ts'
import { createTenant, getTenantUsage, listTenants, rotateTenantKey } from './tenants.ts'

export {
  createTenant,
  getAsset,
  getHealth,
  getRetentionPolicy,
  getTenantUsage,
  jobContract,
  listModels,
  listTenants,
  rotateTenantKey,
}
