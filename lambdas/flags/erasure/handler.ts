import { erasureFunction } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { rows } from '../contract/rows.ts'
import { flagFiles } from './flag-files.ts'

export const handler = erasureFunction('flags', {
  access: access.erasure,
  variables: process.env,
  kinds: rows,
  special: flagFiles,
})
