import { defineAccess } from '@signet/kernel/access'

/** Function of the witness and its permissions: its own table and key (lib/stacks/witness-stack.ts). */
export const access = defineAccess({
  api: {
    description: 'Cosigns checkpoints of the log of receipts',
    memoryMb: 512,
    timeoutSeconds: 29,
    // The address has no throttle, and the log sends one request per minute.
    share: 0.02,
    serves: ['witness'],
    url: true,
    // Accepts only logs below the address that receipts name.
    settings: ['STAGE', 'ISSUER_URL'],
    rows: { WITNESSED: ['get', 'put'] },
    kms: { sign: ['witness'] },
  },
})
