import type { KindName } from '@signet/receipts'

export const INTAKE_KIND = 'ciso.intake' satisfies KindName
