export const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
