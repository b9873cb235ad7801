import { basename, matchesGlob } from 'node:path'
import type { SourceFile } from '../support/source-files.ts'
import { impuritiesOf } from './impurities.ts'
import { factsOf, type Import, type ModuleFacts } from './module-facts.ts'
import type { Room } from './room.ts'
import { DEFAULT_EXPORTS, EMPTY_NAMES, READS_ENVIRONMENT, ROLES, ROOMS } from './rooms.ts'

const matches = (path: string, globs: readonly string[]): boolean => globs.some((glob) => matchesGlob(path, glob))

const roomsByPath = new Map<string, Room | undefined>()

/** The room that a file is in; undefined where the table has none for it. */
export const roomOf = (path: string): Room | undefined => {
  if (!roomsByPath.has(path)) roomsByPath.set(path, findRoom(path))
  return roomsByPath.get(path)
}

const findRoom = (path: string): Room | undefined => ROOMS.find(({ files }) => matches(path, files))

/** The folder that the first `*` of the room's globs matches in this path. */
const firstFolder = (path: string, { files }: Room): string => {
  const at = files[0]?.split('/').indexOf('*') ?? -1
  return at < 0 ? '' : (path.split('/')[at] ?? '')
}

/** A package pattern: exact, `*` for any, `x/*` for everything below x, `node:*` for Node's own modules. */
const isPackage = (specifier: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? specifier.startsWith(pattern.slice(0, -1)) : specifier === pattern,
  )

const importProblem = (path: string, room: Room, { specifier, target, names, isType }: Import): string | undefined => {
  const { reachesTypes = [], typePackages = [] } = room
  if (target !== undefined) {
    const reaches = room.reaches.map((glob) => glob.replace('{1}', firstFolder(path, room)))
    if (matches(target, reaches) || (isType && matches(target, reachesTypes))) return undefined
    return matches(target, reachesTypes)
      ? `the ${room.name} may import only types of ${target}; write import type, or change ${room.name} in test/architecture/rooms.ts`
      : `the ${room.name} may not reach ${target}; move what both need to a layer, ask by layers/http-client/siblings or an event, or change ${room.name} in test/architecture/rooms.ts`
  }
  if (isType && isPackage(specifier, typePackages)) return undefined
  if (!isPackage(specifier, room.packages))
    return `the ${room.name} may not import ${specifier}; use what the room has, or add the package to its line in test/architecture/rooms.ts`
  if (specifier === 'zod' && !(names.length === 1 && names[0] === '*')) {
    return "write import * as z from 'zod': the named form adds 454 KB to a bundle"
  }
  const isProduct = matches(path, ['layers/**', 'lambdas/**', 'console/**'])
  const role = ROLES.find(({ packages }) => isPackage(specifier, packages))
  if (isProduct && role && !matches(path, role.onlyIn)) return `${specifier} is not for this file: ${role.why}`
  return undefined
}

const fileProblems = ({ path, hasDefaultExport, environmentReads }: ModuleFacts): string[] => [
  ...(hasDefaultExport && !matches(path, DEFAULT_EXPORTS) ? [`${path}: has a default export; export a name`] : []),
  ...(matches(path, READS_ENVIRONMENT)
    ? []
    : environmentReads.map((line) => `${path}:${line}: reads process.env; take what is needed as an argument`)),
  ...(EMPTY_NAMES.test(basename(path)) ? [`${path}: name it after what it holds`] : []),
]

/** Every rule that the file breaks, as path:line with the advice. */
export const problemsOf = (file: SourceFile): string[] => {
  const { path } = file
  const room = roomOf(path)
  if (!room) return [`${path}: is in no room; see test/architecture/rooms.ts`]
  const facts = factsOf(file)
  const broken = facts.imports.flatMap((entry) => {
    const problem = importProblem(path, room, entry)
    return problem ? [`${path}:${entry.line}: ${problem}`] : []
  })
  const impure = room.isPure ? impuritiesOf(file, facts.imports) : []
  return [
    ...broken,
    ...fileProblems(facts),
    ...impure.map(
      ({ line, what }) => `${path}:${line}: the ${room.name} is pure and may not use ${what}; take it as an argument`,
    ),
  ]
}
