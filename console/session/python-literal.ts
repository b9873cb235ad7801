/** Formats a JSON value as Python source, indented by two spaces per level. */
export const pythonLiteral = (value: unknown, indent = ''): string => {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null || value === undefined) return 'None'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value))
    return bracketed(
      '[',
      value.map((item) => pythonLiteral(item, inner)),
      ']',
      indent,
    )
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`)
  return bracketed('{', members, '}', indent)
}

const bracketed = (open: string, items: readonly string[], close: string, indent: string): string => {
  if (items.length === 0) return `${open}${close}`
  const lines = items.map((item) => `${indent}  ${item},`)
  return `${open}\n${lines.join('\n')}\n${indent}${close}`
}
