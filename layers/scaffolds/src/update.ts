import { diff3Merge } from 'node-diff3'
import type { ScaffoldFile } from './cross-check.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const ABSENT = Symbol('absent')
type JsonOrAbsent = Json | typeof ABSENT
class MergeConflict extends Error {}

const isObject = (value: JsonOrAbsent): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: JsonOrAbsent, b: JsonOrAbsent): boolean => {
  if (a === ABSENT || b === ABSENT) return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}

const memberOf = (value: JsonOrAbsent, name: string): JsonOrAbsent =>
  isObject(value) && Object.hasOwn(value, name) ? (value[name] as Json) : ABSENT

const merge = (ours: JsonOrAbsent, base: JsonOrAbsent, theirs: JsonOrAbsent): JsonOrAbsent => {
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours
  if (isSame(ours, base)) return theirs
  if (!isObject(ours) || !isObject(theirs)) throw new MergeConflict()
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
  const members = names.flatMap((name): [string, Json][] => {
    const member = merge(memberOf(ours, name), memberOf(base, name), memberOf(theirs, name))
    return member === ABSENT ? [] : [[name, member]]
  })
  return Object.fromEntries(members)
}

/**
 * Merges three versions of a JSON text by fields. Returns undefined if one is invalid or both sides changed the same
 * field.
 */
const mergeJson = (ours: string, base: string, theirs: string): string | undefined => {
  try {
    const [ourJson, baseJson, theirJson] = [ours, base === '' ? '{}' : base, theirs].map(
      (text) => JSON.parse(text) as Json,
    )
    const merged = merge(ourJson ?? null, baseJson ?? null, theirJson ?? null)
    return merged === ABSENT ? undefined : `${JSON.stringify(merged, null, 2)}\n`
  } catch (error) {
    if (error instanceof MergeConflict || error instanceof SyntaxError) return undefined
    throw error
  }
}

export interface CallerFile {
  readonly path: string
  readonly content: string
}

export interface UpdatedFile extends CallerFile {
  /**
   * `kept`: only the caller has the file, or the scaffold dropped it and the caller edited it. `conflict`: both changed
   * the same lines; conflict markers are inline.
   */
  readonly status: 'unchanged' | 'updated' | 'merged' | 'conflict' | 'added' | 'removed' | 'kept'
}

export interface UpdateInput {
  /** The original scaffold, rendered again with the version in its answers. */
  readonly base: readonly Pick<ScaffoldFile, 'path' | 'content'>[]
  /** The new scaffold. */
  readonly theirs: readonly Pick<ScaffoldFile, 'path' | 'content'>[]
  /** The caller's files. */
  readonly ours: readonly CallerFile[]
}

const CONFLICT_MARKERS = {
  ours: '<<<<<<< ours',
  base: '||||||| base',
  middle: '=======',
  theirs: '>>>>>>> theirs',
} as const

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
    return [
      CONFLICT_MARKERS.ours,
      ...a,
      CONFLICT_MARKERS.base,
      ...o,
      CONFLICT_MARKERS.middle,
      ...b,
      CONFLICT_MARKERS.theirs,
    ]
  })
  return { content: lines.join('\n'), isClean: regions.every(({ conflict }) => conflict === undefined) }
}

const mergeFile = (path: string, ours: string, base: string, theirs: string): UpdatedFile => {
  const mergedJson = /\.jsonc?$/.test(path) ? mergeJson(ours, base, theirs) : undefined
  if (mergedJson !== undefined)
    return { path, content: mergedJson, status: mergedJson === ours ? 'unchanged' : 'merged' }
  const { content, isClean } = mergeText(ours, base, theirs)
  return { path, content, status: isClean ? 'merged' : 'conflict' }
}

const mergeAddedFile = (path: string, ours: string, theirs: string): UpdatedFile =>
  ours === theirs ? { path, content: ours, status: 'unchanged' } : mergeFile(path, ours, '', theirs)

const updateFile = (path: string, ours?: string, base?: string, theirs?: string): UpdatedFile[] => {
  if (ours === undefined) {
    // A file that the caller deleted is not restored, unless it is new.
    return theirs !== undefined && base === undefined ? [{ path, content: theirs, status: 'added' }] : []
  }
  if (theirs === undefined) {
    if (base === undefined || ours !== base) return [{ path, content: ours, status: 'kept' }]
    return [{ path, content: '', status: 'removed' }]
  }
  if (base === undefined) return [mergeAddedFile(path, ours, theirs)]
  if (theirs === base || ours === theirs) return [{ path, content: ours, status: 'unchanged' }]
  if (ours === base) return [{ path, content: theirs, status: 'updated' }]
  return [mergeFile(path, ours, base, theirs)]
}

/** The inputs of a scaffold. Always replaced, never merged. */
const ANSWERS = '.scaffold/answers.json'

/**
 * Updates a scaffold by a three-way merge that never overwrites edits. Conflicts are inline in diff3 style, with the
 * base. JSON is merged by fields.
 */
export const updateScaffold = ({ base, theirs, ours }: UpdateInput): UpdatedFile[] => {
  const mapOf = (files: readonly CallerFile[]) =>
    new Map(files.map(({ path, content }) => [path, content.replaceAll('\r\n', '\n')]))
  const baseFiles = mapOf(base)
  const theirFiles = mapOf(theirs)
  const ourFiles = mapOf(ours)
  const paths = [...new Set([...baseFiles.keys(), ...theirFiles.keys(), ...ourFiles.keys()])].sort()
  return paths.flatMap((path) => {
    const newest = theirFiles.get(path)
    if (path === ANSWERS && newest !== undefined)
      return [
        {
          path,
          content: newest,
          status: ourFiles.get(path) === newest ? ('unchanged' as const) : ('updated' as const),
        },
      ]
    return updateFile(path, ourFiles.get(path), baseFiles.get(path), newest)
  })
}
