import { grantRow } from '@signet/identity/oauth/rows'
import { rows } from '../contract/rows.ts'

export const accountKinds = [...rows, grantRow]
