import { diff3Merge } from 'node-diff3'
import type { ScaffoldFile } from './cross-check.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const ABSENT = Symbol('absent')
type Member = Json | typeof ABSENT
class Conflict extends Error {}

const isObject = (value: Member): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: Member, b: Member): boolean => {
  if (a === ABSENT || b === ABSENT) return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}

const memberOf = (value: Member, name: string): Member =>
  isObject(value) && Object.hasOwn(value, name) ? (value[name] as Json) : ABSENT

const merge = (ours: Member, base: Member, theirs: Member): Member => {
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours
  if (isSame(ours, base)) return theirs
  if (!isObject(ours) || !isObject(theirs)) throw new Conflict()
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
  const members = names.flatMap((name): [string, Json][] => {
    const member = merge(memberOf(ours, name), memberOf(base, name), memberOf(theirs, name))
    return member === ABSENT ? [] : [[name, member]]
  })
  return Object.fromEntries(members)
}

/**
 * Merges three versions of a JSON text by members. Returns undefined if one is invalid or both sides changed the same
 * member.
 */
const mergeJson = (ours: string, base: string, theirs: string): string | undefined => {
  try {
    const [edited, old, newest] = [ours, base === '' ? '{}' : base, theirs].map((text) => JSON.parse(text) as Json)
    const merged = merge(edited ?? null, old ?? null, newest ?? null)
    return merged === ABSENT ? undefined : `${JSON.stringify(merged, null, 2)}\n`
  } catch (error) {
    if (error instanceof Conflict || error instanceof SyntaxError) return undefined
    throw error
  }
}

export interface OwnFile {
  readonly path: string
  readonly content: string
}

export interface UpdatedFile extends OwnFile {
  /**
   * `kept`: only the caller has the file, or the scaffold dropped it and the caller edited it. `conflict`: both changed
   * the same lines; conflict markers are inline.
   */
  readonly status: 'unchanged' | 'updated' | 'merged' | 'conflict' | 'added' | 'removed' | 'kept'
}

export interface UpdateInput {
  /** The original scaffold, rendered again with the version in its answers. */
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

const merged = (path: string, ours: string, base: string, theirs: string): UpdatedFile => {
  const members = /\.jsonc?$/.test(path) ? mergeJson(ours, base, theirs) : undefined
  if (members !== undefined) return { path, content: members, status: members === ours ? 'unchanged' : 'merged' }
  const { content, isClean } = mergeText(ours, base, theirs)
  return { path, content, status: isClean ? 'merged' : 'conflict' }
}

const bothAdded = (path: string, ours: string, theirs: string): UpdatedFile =>
  ours === theirs ? { path, content: ours, status: 'unchanged' } : merged(path, ours, '', theirs)

const updated = (path: string, ours?: string, base?: string, theirs?: string): UpdatedFile[] => {
  if (ours === undefined) {
    // A file that the caller deleted is not restored, unless it is new.
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

/** The inputs of a scaffold. Always replaced, never merged. */
const ANSWERS = '.scaffold/answers.json'

/**
 * Updates a scaffold by a three-way merge (runtime.md 5) that never overwrites edits. Conflicts are inline in diff3
 * style, with the base. JSON is merged by members.
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
