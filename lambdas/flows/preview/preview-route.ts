import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { previewFiles } from '@signet/scaffolds'
import { previewScaffold } from '../contract/preview.ts'

export const previewRoute = (): Route =>
  route(previewScaffold, async ({ body: { intention, project_type } }) =>
    reply(200, { preview: true, method: 'rules', project_type, files: [...previewFiles(intention, project_type)] }),
  )
