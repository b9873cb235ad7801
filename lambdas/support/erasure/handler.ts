import { erasureFunction } from '@signet/erasure'
import { secretsClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { rows } from '../contract/rows.ts'
import { addressErasure } from './address-erasure.ts'

export const handler = erasureFunction('support', {
  access: access.erasure,
  variables: process.env,
  kinds: rows,
  clients: { secrets: secretsClient() },
  special: addressErasure,
})
