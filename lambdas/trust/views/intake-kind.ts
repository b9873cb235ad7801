import type { KindName } from '@signet/receipts'

/** The kind of receipts that tell of a posture. */
export const INTAKE_KIND = 'ciso.intake' satisfies KindName
