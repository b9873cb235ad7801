import type { Route } from '@signet/kernel'
import { completeUploadRoute } from './complete-upload.ts'
import { createSimpleUploadRoute } from './create-simple-upload.ts'
import { createUploadRoute } from './create-upload.ts'
import { deleteUploadRoute } from './delete-upload.ts'
import { nextUploadPartRoute } from './next-upload-part.ts'
import { readUploadRoutes } from './read-uploads.ts'
import type { UploadDeps } from './upload-deps.ts'

export const uploadRoutes = (deps: UploadDeps): readonly Route[] => [
  createSimpleUploadRoute(deps),
  createUploadRoute(deps),
  nextUploadPartRoute(deps),
  completeUploadRoute(deps),
  deleteUploadRoute(deps),
  ...readUploadRoutes(deps),
]
