import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { previewScaffold } from '../contract/preview.ts'
import { previewFiles } from './preview-files.ts'

/** Which files a scaffold would have, until the runtime says it. */
export const previewRoute = (): Route =>
  route(previewScaffold, async ({ body: { intention, project_type } }) =>
    reply(200, { preview: true, method: 'rules', project_type, files: [...previewFiles(intention, project_type)] }),
  )
