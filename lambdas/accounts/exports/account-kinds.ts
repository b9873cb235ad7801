import { grantRow } from '@signet/identity/oauth/rows'
import { rows } from '../contract/rows.ts'

/** Row kinds of accounts in an export: agents of the person are among them. */
export const accountKinds = [...rows, grantRow]
