import { defineAccess } from '@signet/kernel/access'

/**
 * The function of the witness and its permissions, which cover only the witness's table and key
 * (lib/stacks/witness-stack.ts).
 */
export const access = defineAccess({
  api: {
    description: 'Cosigns checkpoints of the log of receipts',
    memoryMb: 512,
    timeoutSeconds: 29,
    // The function URL has no throttle, and the log sends only about one request per minute.
    share: 0.02,
    serves: ['witness'],
    url: true,
    // Only logs of this issuer are accepted.
    settings: ['STAGE', 'ISSUER_URL'],
    rows: { WITNESSED: ['get', 'put'] },
    kms: { sign: ['witness'] },
  },
})
