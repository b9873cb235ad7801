import { endpoint } from '@signet/contracts'
import { Preview, PreviewInput } from '@signet/runtime-schemas/preview'

export const previewScaffold = endpoint({
  name: 'previewScaffold',
  summary: 'Preview the files of a scaffold',
  description:
    'Lists the files that a scaffold for this intention would have, without creating it. The same request has the same answer. It is computed by rules: the real files are decided when a scaffold is created.',
  tags: ['scaffold'],
  route: 'POST /api/scaffold/preview',
  authority: 'open',
  rate: { requests: 10, window: '1m', by: 'address' },
  request: { body: PreviewInput, maxBodyBytes: 16_384 },
  responses: { 200: { description: 'The files', schema: Preview } },
})
