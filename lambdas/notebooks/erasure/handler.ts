import { erasureFunction } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { rows } from '../contract/rows.ts'

export const handler = erasureFunction('notebooks', { access: access.erasure, variables: process.env, kinds: rows })
