import { defineService } from '@signet/contracts'
import { getAsset } from './assets.ts'
import { getHealth } from './health.ts'
import { jobContract } from './job.ts'
import { listModels } from './models.ts'
import { getImageResource } from './protected-resource.ts'
import { getRetentionPolicy } from './retention.ts'
import { rows } from './rows.ts'
import { tenantContract } from './tenant-events.ts'
import { createTenant, getTenantUsage, listTenants, rotateTenantKey } from './tenants.ts'
import { createVariations } from './variations.ts'
import { getWebhookSecret, rotateWebhookSecret } from './webhooks.ts'

export const imageService = defineService({
  name: 'images',
  api: 'images',
  title: 'Signet image service',
  description: 'Generates images from prompts. Jobs run asynchronously, or the request waits for them.',
  tags: {
    job: 'Image generation jobs',
    models: 'The models',
    assets: 'Images and their presets',
    tenants: 'Tenants: API keys with their own jobs',
    webhooks: 'Notifications of ended jobs',
    service: 'Health and retention',
  },
  scopes: {
    generate: { holder: 'organization', description: 'Create images and delete jobs' },
    read: { holder: 'organization', description: 'Read jobs and usage' },
    'billing:purchase': {
      holder: 'organization',
      description: 'Buy credits with the saved payment card',
      byName: true,
    },
  },
  keyPrefix: 'gen_',
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'service',
      version: '1.0.0',
      description: 'Health, model catalog, retention policy and protected resource metadata of the image service.',
      endpoints: [getHealth, listModels, getRetentionPolicy, getImageResource],
    },
    jobContract,
    {
      name: 'variations',
      version: '1.0.0',
      description: 'Variations of images.',
      endpoints: [createVariations],
    },
    {
      name: 'tenants',
      version: '1.0.0',
      description: 'Tenants, their API keys and their usage.',
      endpoints: [createTenant, listTenants, rotateTenantKey, getTenantUsage],
    },
    tenantContract,
    {
      name: 'webhooks',
      version: '1.0.0',
      description: 'The secret that signs webhooks.',
      endpoints: [getWebhookSecret, rotateWebhookSecret],
    },
    { name: 'assets', version: '1.0.0', description: 'Images and their presets.', endpoints: [getAsset] },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly images: typeof imageService
  }
}
