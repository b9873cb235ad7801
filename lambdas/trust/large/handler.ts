import { apiFunction } from '@signet/kernel/api-function'
import { bodyAuthorizer } from '@signet/kernel/body-authorizer'
import { access } from '../contract/access.ts'

export const handler = bodyAuthorizer(
  access.large.receives,
  apiFunction({
    name: 'trust-large',
    access: access.large,
    variables: process.env,
    load: () => import('./app.ts'),
  }),
)
