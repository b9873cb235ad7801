const KINDS: Readonly<Record<string, string>> = {
  api: 'An API',
  web: 'A website',
  worker: 'A worker',
  cli: 'A command line',
  mcp: 'Tools for agents (MCP)',
  library: 'A library',
}

export const OTHER = 'other'

export const PROJECT_OPTIONS = [
  ...Object.entries(KINDS).map(([value, text]) => ({ value, text })),
  { value: OTHER, text: 'Something else…' },
]

export const projectWords = (type: string): string => (Object.hasOwn(KINDS, type) ? (KINDS[type] ?? type) : type)

export const isListed = (type: string): boolean => Object.hasOwn(KINDS, type)
