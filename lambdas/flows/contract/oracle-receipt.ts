import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

/** A scaffold whose prose was edited. Its subject is all its files by path, digest and role, as that of the scaffold itself. */
export const EDITED_FLOW = receiptKind({
  kind: 'flow',
  version: '2',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'scaffold',
  isDisclosable: true,
  claims: z.strictObject({
    flow: z.string().describe('The receipt of the scaffold'),
    files: z.int(),
    edited: z.array(z.string()).describe('Paths'),
    method: z.enum(['rules', 'model']),
    model: z.string().optional(),
  }),
})
