import { endpoint } from '@signet/contracts'
import { Preview, PreviewInput } from '@signet/runtime-schemas/preview'

export const previewScaffold = endpoint({
  name: 'previewScaffold',
  summary: 'Preview the files of a scaffold',
  description:
    'Returns the files that a scaffold for this intention would have, without creating it. The same request gives the same response. The list is computed by rules and can differ from the files of the created scaffold.',
  tags: ['scaffold'],
  route: 'POST /api/scaffold/preview',
  authority: 'open',
  rate: { requests: 10, window: '1m', by: 'address' },
  request: { body: PreviewInput, maxBodyBytes: 16_384 },
  responses: { 200: { description: 'The paths and roles of the files', schema: Preview } },
})
