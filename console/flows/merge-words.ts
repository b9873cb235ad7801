import type { Tone } from '@signet/ui'
import type { UpdatedFlow } from '../api/flows.ts'

export type MergedFile = UpdatedFlow['files'][number]
type Status = MergedFile['status']

const STATUS: Readonly<Record<Status, { readonly text: string; readonly tone: Tone }>> = {
  conflict: { text: 'Conflict', tone: 'danger' },
  merged: { text: 'Merged', tone: 'accent' },
  updated: { text: 'Updated', tone: 'accent' },
  added: { text: 'New', tone: 'ok' },
  removed: { text: 'Removed', tone: 'warn' },
  kept: { text: 'Only in your project', tone: 'neutral' },
  unchanged: { text: 'Unchanged', tone: 'neutral' },
}

export const statusWords = (status: Status) => STATUS[status]

const STATUS_ORDER = Object.keys(STATUS) as readonly Status[]

export const sortByStatus = (files: readonly MergedFile[]): readonly MergedFile[] =>
  files.toSorted((one, other) => STATUS_ORDER.indexOf(one.status) - STATUS_ORDER.indexOf(other.status))

export const isChanged = ({ status }: MergedFile): boolean => status !== 'kept' && status !== 'unchanged'

export const countWords = (files: readonly MergedFile[]): string =>
  STATUS_ORDER.flatMap((status) => {
    const count = files.filter((file) => file.status === status).length
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${STATUS[status].text.toLowerCase()}`]
  }).join(', ')

export interface Conflict {
  /** Starts at 1. */
  readonly line: number
  readonly ours: string
  readonly base: string
  readonly theirs: string
}

type Side = 'ours' | 'base' | 'theirs'

const MARKS: readonly (readonly [mark: string, side: Side | undefined])[] = [
  ['<<<<<<<', 'ours'],
  ['|||||||', 'base'],
  ['=======', 'theirs'],
  ['>>>>>>>', undefined],
]

/** Parses the conflicts of a file in diff3 style: your version, the original and the latest version. */
export const conflictsIn = (content: string): readonly Conflict[] => {
  const conflicts: Conflict[] = []
  let side: Side | undefined
  let line = 0
  let sides: Record<Side, string[]> = { ours: [], base: [], theirs: [] }
  for (const [index, text] of content.split('\n').entries()) {
    const mark = MARKS.find(
      ([prefix, nextSide]) => text.startsWith(prefix) && (side !== undefined || nextSide === 'ours'),
    )
    if (!mark) {
      if (side) sides[side].push(text)
      continue
    }
    if (side === undefined) {
      line = index + 1
      sides = { ours: [], base: [], theirs: [] }
    }
    side = mark[1]
    if (side === undefined) {
      const { ours, base, theirs } = sides
      conflicts.push({ line, ours: ours.join('\n'), base: base.join('\n'), theirs: theirs.join('\n') })
    }
  }
  return conflicts
}
