import { createPlatformImagesClient } from '../clients/platform-images.ts'
import { requesting } from '../transport/requesting.ts'

export const platformImages = createPlatformImagesClient(requesting('platform'))
