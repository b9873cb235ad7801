import type { DataClass } from '../intake-values.ts'

/** Classes that are sensitive. */
export const SENSITIVE = [
  ...(['phi', 'pci', 'financial', 'biometric', 'credentials', 'health'] as const),
] as const satisfies readonly DataClass[]

/** Sensitive classes under a regime of their own. */
export const REGULATED = ['phi', 'pci', 'biometric', 'credentials', 'health'] as const satisfies readonly DataClass[]
