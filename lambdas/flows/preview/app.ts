import { apiApp } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { previewRoute } from './preview-route.ts'

export const app = apiApp<typeof access.preview>(() => ({ routes: [previewRoute()] }))
