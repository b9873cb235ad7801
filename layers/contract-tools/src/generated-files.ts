/** The result of a generator: text by relative path (with `/`). The same input yields the same bytes. */
export type GeneratedFiles = Readonly<Record<string, string>>

/** Formats JSON for generated files: two spaces, members in the given order, one newline at the end. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Formats JSON with one line per member, and one line per entry of members that are objects or lists. A published
 * contract stays short, and a diff shows the operation or schema that changed.
 */
export const lineText = (value: object): string => {
  const isCollection = (member: unknown): member is object => typeof member === 'object' && member !== null
  const entry = (member: unknown): string => {
    if (!isCollection(member)) return JSON.stringify(member)
    const lines = Array.isArray(member)
      ? member.map((item) => `    ${JSON.stringify(item)}`)
      : Object.entries(member).map(([name, item]) => `    ${JSON.stringify(name)}: ${JSON.stringify(item)}`)
    const [open, close] = Array.isArray(member) ? '[]' : '{}'
    return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n  ${close}`
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{\n${members.map(([name, member]) => `  ${JSON.stringify(name)}: ${entry(member)}`).join(',\n')}\n}\n`
}
