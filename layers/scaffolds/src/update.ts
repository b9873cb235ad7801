import { diff3Merge } from 'node-diff3'
import type { ScaffoldFile } from './cross-check.ts'
import { mergeJson } from './merge-json.ts'

export interface OwnFile {
  readonly path: string
  readonly content: string
}

export interface UpdatedFile extends OwnFile {
  /** `kept`: of the caller alone, or removed by us and edited by him. `conflict`: both changed one place; the marks are inline. */
  readonly status: 'unchanged' | 'updated' | 'merged' | 'conflict' | 'added' | 'removed' | 'kept'
}

export interface UpdateInput {
  /** What the scaffold was when it was made: rendered again with the versions of its answers. */
  readonly base: readonly Pick<ScaffoldFile, 'path' | 'content'>[]
  readonly theirs: readonly Pick<ScaffoldFile, 'path' | 'content'>[]
  readonly ours: readonly OwnFile[]
}

const MARKS = { ours: '<<<<<<< ours', base: '||||||| base', middle: '=======', theirs: '>>>>>>> theirs' } as const

const mergeText = (
  ours: string,
  base: string,
  theirs: string,
): { readonly content: string; readonly isClean: boolean } => {
  const regions = diff3Merge(ours.split('\n'), base.split('\n'), theirs.split('\n'), { excludeFalseConflicts: true })
  const lines = regions.flatMap(({ ok, conflict }) => {
    if (ok !== undefined) return ok
    if (conflict === undefined) return []
    const { a, o, b } = conflict
    return [MARKS.ours, ...a, MARKS.base, ...o, MARKS.middle, ...b, MARKS.theirs]
  })
  return { content: lines.join('\n'), isClean: regions.every(({ conflict }) => conflict === undefined) }
}

const isJson = (path: string): boolean => /\.jsonc?$/.test(path)

const merged = (path: string, ours: string, base: string, theirs: string): UpdatedFile => {
  const members = isJson(path) ? mergeJson(ours, base, theirs) : undefined
  if (members !== undefined) return { path, content: members, status: members === ours ? 'unchanged' : 'merged' }
  const { content, isClean } = mergeText(ours, base, theirs)
  return { path, content, status: isClean ? 'merged' : 'conflict' }
}

/** Both made the file: it is one, or a conflict without a base. */
const bothAdded = (path: string, ours: string, theirs: string): UpdatedFile =>
  ours === theirs ? { path, content: ours, status: 'unchanged' } : merged(path, ours, '', theirs)

const updated = (path: string, ours?: string, base?: string, theirs?: string): UpdatedFile[] => {
  if (ours === undefined) {
    // Who removed a file does not get it back, unless it is new.
    return theirs !== undefined && base === undefined ? [{ path, content: theirs, status: 'added' }] : []
  }
  if (theirs === undefined) {
    if (base === undefined || ours !== base) return [{ path, content: ours, status: 'kept' }]
    return [{ path, content: '', status: 'removed' }]
  }
  if (base === undefined) return [bothAdded(path, ours, theirs)]
  if (theirs === base || ours === theirs) return [{ path, content: ours, status: 'unchanged' }]
  if (ours === base) return [{ path, content: theirs, status: 'updated' }]
  return [merged(path, ours, base, theirs)]
}

/** What makes a scaffold: never merged, always the newest. */
const ANSWERS = '.scaffold/answers.json'

/**
 * A scaffold brought up to date by a three-way merge (runtime.md 5): nothing that was edited is overwritten. Conflicts stand
 * inline in the style of diff3, with the base. JSON is merged by members.
 */
export const updateScaffold = ({ base, theirs, ours }: UpdateInput): UpdatedFile[] => {
  const mapOf = (files: readonly OwnFile[]) =>
    new Map(files.map(({ path, content }) => [path, content.replaceAll('\r\n', '\n')]))
  const bases = mapOf(base)
  const news = mapOf(theirs)
  const owns = mapOf(ours)
  const paths = [...new Set([...bases.keys(), ...news.keys(), ...owns.keys()])].sort()
  return paths.flatMap((path) => {
    const newest = news.get(path)
    if (path === ANSWERS && newest !== undefined)
      return [
        { path, content: newest, status: owns.get(path) === newest ? ('unchanged' as const) : ('updated' as const) },
      ]
    return updated(path, owns.get(path), bases.get(path), newest)
  })
}
