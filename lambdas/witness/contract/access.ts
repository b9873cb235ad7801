import { defineAccess } from '@signet/kernel/access'

/** The function of the witness and its permissions: a table and a key of its own (lib/stacks/witness-stack.ts). */
export const access = defineAccess({
  api: {
    description: 'Cosigns checkpoints of the log of receipts',
    memoryMb: 512,
    timeoutSeconds: 29,
    // Its address has no throttle of its own, and the log asks once a minute.
    share: 0.02,
    serves: ['witness'],
    url: true,
    // It cosigns checkpoints of the logs below the address that receipts name.
    settings: ['STAGE', 'ISSUER_URL'],
    rows: { WITNESSED: ['get', 'put'] },
    kms: { sign: ['witness'] },
  },
})
