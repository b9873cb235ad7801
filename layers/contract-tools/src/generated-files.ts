/** The result of a generator: relative path (with `/`) to text. The same input yields the same bytes. */
export type GeneratedFiles = Readonly<Record<string, string>>

/** JSON in the form of generated files: two spaces, members in the given order, one newline at the end. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The same with each item of the object's lists on a line of its own: test data stays readable, and short. */
export const tableText = (value: Readonly<Record<string, unknown>>): string => {
  const list = (items: readonly unknown[]): string =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(
      ([name, member]) => `  ${JSON.stringify(name)}: ${Array.isArray(member) ? list(member) : JSON.stringify(member)}`,
    )
  return `{\n${members.join(',\n')}\n}\n`
}
