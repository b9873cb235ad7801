/** What a generator makes: relative path (with `/`) to text. The same input yields the same bytes. */
export type GeneratedFiles = Readonly<Record<string, string>>

/** JSON as it stands in generated files: two spaces, members in the order given, one newline at the end. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
