/** Languages in which code can be shown. */
export type Language = 'bash' | 'typescript' | 'python' | 'json'
