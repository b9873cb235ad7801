import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

/**
 * The receipt of a scaffold with edited prose. Its subject is the list of all files by path, digest and role, as in the
 * receipt of the scaffold.
 */
export const EDITED_FLOW = receiptKind({
  kind: 'flow',
  version: '2',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'scaffold',
  isDisclosable: true,
  claims: z.strictObject({
    flow: z.string().describe('Hash of the receipt of the scaffold'),
    files: z.int(),
    edited: z.array(z.string()).describe('Paths'),
    method: z.enum(['rules', 'model']),
    model: z.string().optional(),
  }),
})
