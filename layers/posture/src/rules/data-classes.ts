import type { DataClass } from '../intake-values.ts'

export const SENSITIVE_CLASSES = [
  'phi',
  'pci',
  'financial',
  'biometric',
  'credentials',
  'health',
] as const satisfies readonly DataClass[]

export const REGULATED_CLASSES = [
  'phi',
  'pci',
  'biometric',
  'credentials',
  'health',
] as const satisfies readonly DataClass[]
