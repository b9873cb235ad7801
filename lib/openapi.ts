import { openApi } from '@signet/contract-tools/openapi'
import { flagServiceIR } from '../lambdas/flags/contract/service.ts'
import { imageServiceIR } from '../lambdas/imagegen/contract/service.ts'

const contact = { name: 'Signet', url: 'https://signet.example', email: 'support@signet.example' }
const license = { name: 'Proprietary', url: 'https://signet.example/license' }

/** Services that have a REST surface, by the key that the local runner gives them. */
export const openApiDocuments = (version: string): Readonly<Record<string, object>> => ({
  images: openApi(imageServiceIR(), {
    title: 'Signet image service',
    version,
    description: 'A prompt goes in, an image comes out as an asset URL. Jobs run at once or while you wait.',
    servers: [{ url: 'http://127.0.0.1:4001', description: 'npm start' }],
    contact,
    license,
    tags: {
      job: 'Generations, from prompt to asset',
      models: 'The live catalogue',
      assets: 'Images and their presets',
      service: 'Health and retention',
    },
  }),
  flags: openApi(flagServiceIR(), {
    title: 'Signet feature flags',
    version,
    description: 'Flags, staged rollouts, their audit log, and evaluation for OpenFeature clients.',
    servers: [{ url: 'http://127.0.0.1:4006', description: 'npm start' }],
    contact,
    license,
    tags: {
      flags: 'Flags themselves',
      segments: 'Named conditions',
      keys: 'Keys of applications',
      canary: 'Staged rollouts',
      audit: 'Who changed what',
      metrics: 'What was counted',
      evaluation: 'Answers, and why',
      ofrep: 'OpenFeature Remote Evaluation Protocol',
      page: 'For people',
      service: 'Health',
    },
  }),
})
