import type { DataClass } from '../intake-values.ts'

export const SENSITIVE = [
  ...(['phi', 'pci', 'financial', 'biometric', 'credentials', 'health'] as const),
] as const satisfies readonly DataClass[]

export const REGULATED = ['phi', 'pci', 'biometric', 'credentials', 'health'] as const satisfies readonly DataClass[]
