import { openApi } from '@signet/contracts/openapi'
import { imageServiceIR } from '../lambdas/imagegen/contract/service.ts'

/** Services that have a REST surface, by the key that the local runner gives them. */
export const openApiDocuments = (version: string): Readonly<Record<string, object>> => ({
  images: openApi(imageServiceIR(), {
    title: 'Signet image service',
    version,
    description: 'A prompt goes in, an image comes out as an asset URL. Jobs run at once or while you wait.',
    servers: [{ url: 'http://127.0.0.1:4001', description: 'npm start' }],
    contact: { name: 'Signet', url: 'https://signet.example', email: 'support@signet.example' },
    license: { name: 'Proprietary', url: 'https://signet.example/license' },
    tags: {
      job: 'Generations, from prompt to asset',
      models: 'The live catalogue',
      assets: 'Images and their presets',
      service: 'Health and retention',
    },
  }),
})
