import { erasureFunction } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { rows } from '../contract/row-list.ts'
import { telemetryErasure } from './telemetry-erasure.ts'

export const handler = erasureFunction('observe', {
  access: access.erasure,
  variables: process.env,
  kinds: rows,
  special: telemetryErasure,
})
