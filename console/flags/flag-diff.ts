import type { DiffLine } from '@signet/ui'

const linesOf = (name: string, value: unknown): readonly string[] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.length > 0) return value.map((item) => `${name}: ${JSON.stringify(item)}`)
  return [`${name}: ${JSON.stringify(value)}`]
}

export const changedLines = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly DiffLine[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const oldLines = linesOf(name, before[name])
    const newLines = linesOf(name, after[name])
    if (JSON.stringify(oldLines) === JSON.stringify(newLines)) return []
    return [
      ...oldLines.map((text): DiffLine => ({ kind: newLines.includes(text) ? 'same' : 'removed', text })),
      ...newLines.filter((text) => !oldLines.includes(text)).map((text): DiffLine => ({ kind: 'added', text })),
    ]
  })

/** Fields that users edit; the others are derived. */
const EDITABLE_FIELDS = [
  ...['type', 'description', 'tags', 'enabled', 'archived', 'percentage', 'variants', 'rules', 'default', 'by'],
  ...['overrides', 'prerequisites', 'schedule', 'metadata', 'experiment', 'when'],
]

export const editableFields = (flag: object | null): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(flag ?? {}).filter(([name]) => EDITABLE_FIELDS.includes(name)))
