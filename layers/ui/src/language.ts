export const LANGUAGES = ['bash', 'typescript', 'python', 'json'] as const

export type Language = (typeof LANGUAGES)[number]
