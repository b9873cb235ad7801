import { LambdaClient } from '@aws-sdk/client-lambda'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'billing-api',
  access: access.api,
  variables: process.env,
  clients: { lambda: new LambdaClient({}) },
  load: () => import('./app.ts'),
})
