/** What OTLP sends, by the end of its paths. */
export const SIGNALS = ['traces', 'logs', 'metrics'] as const
export type Signal = (typeof SIGNALS)[number]
