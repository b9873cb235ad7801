const PROJECT_TYPES: Readonly<Record<string, string>> = {
  api: 'HTTP API',
  web: 'Website',
  worker: 'Worker',
  cli: 'Command line',
  mcp: 'Agent tools (MCP)',
  library: 'Library',
}

export const OTHER_PROJECT_TYPE = 'other'

export const PROJECT_OPTIONS = [
  ...Object.entries(PROJECT_TYPES).map(([value, text]) => ({ value, text })),
  { value: OTHER_PROJECT_TYPE, text: 'Other…' },
]

export const projectWords = (type: string): string =>
  Object.hasOwn(PROJECT_TYPES, type) ? (PROJECT_TYPES[type] ?? type) : type

export const isListed = (type: string): boolean => Object.hasOwn(PROJECT_TYPES, type)
