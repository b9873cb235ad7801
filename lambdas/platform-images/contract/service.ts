import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { deleteImage, generateImage, getImage, listImages } from './images.ts'
import { rows } from './rows.ts'

export const platformImageService = defineService({
  name: 'platform-images',
  api: 'platform',
  title: 'Signet images of the platform',
  description: 'Images that count against the quota of the plan.',
  tags: { images: 'Images that count against the quota of the plan' },
  scopes: {
    'images:read': { holder: 'organization', description: 'View the images of the organization' },
    'images:write': { holder: 'organization', description: 'Generate and delete images, which uses the quota' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'counters of images are deleted within 7 days; the image service owns the images' },
  contracts: [
    {
      name: 'images',
      version: '1.0.0',
      description: 'Images that count against the quota of the plan.',
      endpoints: [generateImage, listImages, getImage, deleteImage],
    },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly 'platform-images': typeof platformImageService
  }
}
