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
    const old = linesOf(name, before[name])
    const next = linesOf(name, after[name])
    if (JSON.stringify(old) === JSON.stringify(next)) return []
    return [
      ...old.map((text): DiffLine => ({ kind: next.includes(text) ? 'same' : 'removed', text })),
      ...next.filter((text) => !old.includes(text)).map((text): DiffLine => ({ kind: 'added', text })),
    ]
  })

/** Members that users edit; the others are derived. */
const SHOWN = [
  ...['type', 'description', 'tags', 'enabled', 'archived', 'percentage', 'variants', 'rules', 'default', 'by'],
  ...['overrides', 'prerequisites', 'schedule', 'metadata', 'experiment', 'when'],
]

export const shownMembers = (flag: object | null): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(flag ?? {}).filter(([name]) => SHOWN.includes(name)))
