import type { Card } from '@signet/readings'

/** Letter of STRIDE: spoofing, tampering, repudiation, information disclosure, denial of service, elevation of privilege. */
export type Stride = NonNullable<Card['stride']>
