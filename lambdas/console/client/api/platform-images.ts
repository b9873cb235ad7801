import { createPlatformImagesClient } from '../clients/platform-images.ts'
import { requesting } from '../session/requesting.ts'

export const platformImages = createPlatformImagesClient(requesting('platform'))
