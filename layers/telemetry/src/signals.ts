export const SIGNALS = ['traces', 'logs', 'metrics'] as const
export type Signal = (typeof SIGNALS)[number]
