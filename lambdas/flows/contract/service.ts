import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { previewScaffold } from './preview.ts'

export const flowService = defineService({
  name: 'flows',
  api: 'platform',
  title: 'Signet flows',
  description: 'Scaffolds, previewed before sign-up.',
  tags: { scaffold: 'Preview of a scaffold' },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  departures: { nothing: 'previews are answered and not kept' },
  exports: { nothing: 'previews are answered and not kept' },
  contracts: [
    {
      name: 'scaffold-preview',
      version: '1.0.1',
      description: 'Preview of the files of a scaffold (spec platform-api 8).',
      endpoints: [previewScaffold],
    },
  ],
  rows: [],
})

declare module '@signet/siblings' {
  interface SiblingServices {
    readonly flows: typeof flowService
  }
}
