/** Formats rows as columns of equal width. Columns of numbers are right-aligned. */
export const textTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  if (rows.length === 0) return ''
  const lines = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...lines.map((line) => String(line[i] ?? '').length)))
  const isNumber = (i: number) => rows.every((row) => typeof row[i] === 'number')
  const cell = (value: string | number | undefined, i: number): string => {
    const text = String(value ?? '')
    return isNumber(i) ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0)
  }
  return `${lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')}\n`
}
