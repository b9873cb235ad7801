import { type ContractIR, endpointsIR, irOf, type RouteRow, routeTable } from '@signet/contracts/ir'
import {
  createTenant,
  getAsset,
  getHealth,
  getRetentionPolicy,
  getTenantUsage,
  getWebhookSecret,
  jobContract,
  listModels,
  listTenants,
  rotateTenantKey,
  rotateWebhookSecret,
} from './index.ts'

/** The whole service as plain data, for CDK, OpenAPI and tests. Not for Lambdas: it brings the JSON Schema emitter. */
const serviceIR = endpointsIR([getHealth, listModels, getRetentionPolicy], {
  name: 'service',
  version: '1.0.0',
  description: 'Health, catalogue and retention of the image service.',
})

const tenantIR = endpointsIR([createTenant, listTenants, rotateTenantKey, getTenantUsage], {
  name: 'tenants',
  version: '1.0.0',
  description: 'Tenants, their API keys and what they have used.',
})

const webhookIR = endpointsIR([getWebhookSecret, rotateWebhookSecret], {
  name: 'webhooks',
  version: '1.0.0',
  description: 'The secret that signs notifications of jobs that have ended.',
})

const assetIR = endpointsIR([getAsset], { name: 'assets', version: '1.1.1', description: 'Images and their presets.' })

export const imageServiceIR = (): readonly ContractIR[] => [serviceIR, irOf(jobContract), tenantIR, webhookIR, assetIR]

/** Routes of the JSON function. */
export const jobRoutes = (): readonly RouteRow[] => routeTable([serviceIR, irOf(jobContract), tenantIR, webhookIR])

/** Routes of the streaming function. */
export const assetRoutes = (): readonly RouteRow[] => routeTable([assetIR])
