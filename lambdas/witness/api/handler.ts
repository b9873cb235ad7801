import { KMSClient } from '@aws-sdk/client-kms'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'witness-api',
  access: access.api,
  variables: process.env,
  clients: { kms: new KMSClient({}) },
  load: () => import('./app.ts'),
})
