import { basename, matchesGlob } from 'node:path'
import type { SourceFile } from '../support/source-files.ts'
import { impuritiesOf } from './impurities.ts'
import type { Module } from './module.ts'
import { factsOf, type Import, type ModuleFacts } from './module-facts.ts'
import { DEFAULT_EXPORTS, EMPTY_NAMES, MODULES, READS_ENVIRONMENT, ROLES } from './modules.ts'

const matches = (path: string, globs: readonly string[]): boolean => globs.some((glob) => matchesGlob(path, glob))

const modulesByPath = new Map<string, Module | undefined>()

/** Returns the module of a file; undefined if the table has none for it. */
export const moduleOf = (path: string): Module | undefined => {
  if (!modulesByPath.has(path)) modulesByPath.set(path, findModule(path))
  return modulesByPath.get(path)
}

const findModule = (path: string): Module | undefined => MODULES.find(({ files }) => matches(path, files))

/** Returns the folder in this path that the first `*` of the module's globs matches. */
const firstFolder = (path: string, { files }: Module): string => {
  const at = files[0]?.split('/').indexOf('*') ?? -1
  return at < 0 ? '' : (path.split('/')[at] ?? '')
}

/** Matches a package pattern: exact, `*` for any, `x/*` for everything below x, `node:*` for Node's own modules. */
const isPackage = (specifier: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? specifier.startsWith(pattern.slice(0, -1)) : specifier === pattern,
  )

const importProblem = (
  path: string,
  module: Module,
  { specifier, target, names, isType }: Import,
): string | undefined => {
  const { reachesTypes = [], typePackages = [] } = module
  if (target !== undefined) {
    const reaches = module.reaches.map((glob) => glob.replace('{1}', firstFolder(path, module)))
    if (matches(target, reaches) || (isType && matches(target, reachesTypes))) return undefined
    return matches(target, reachesTypes)
      ? `the ${module.name} may import only types of ${target}; write import type, or change ${module.name} in test/architecture/modules.ts`
      : `the ${module.name} may not reach ${target}; move shared code to a layer, call it through layers/http-client/siblings or an event, or change ${module.name} in test/architecture/modules.ts`
  }
  if (isType && isPackage(specifier, typePackages)) return undefined
  if (!isPackage(specifier, module.packages))
    return `the ${module.name} may not import ${specifier}; use the packages of the module, or add this one to its line in test/architecture/modules.ts`
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
    : environmentReads.map((line) => `${path}:${line}: reads process.env; take the value as an argument`)),
  ...(EMPTY_NAMES.test(basename(path)) ? [`${path}: name it after its contents`] : []),
]

/** Lists every rule that the file breaks, as path:line with the advice. */
export const problemsOf = (file: SourceFile): string[] => {
  const { path } = file
  const module = moduleOf(path)
  if (!module) return [`${path}: is in no module; see test/architecture/modules.ts`]
  const facts = factsOf(file)
  const broken = facts.imports.flatMap((entry) => {
    const problem = importProblem(path, module, entry)
    return problem ? [`${path}:${entry.line}: ${problem}`] : []
  })
  const impure = module.isPure ? impuritiesOf(file, facts.imports) : []
  return [
    ...broken,
    ...fileProblems(facts),
    ...impure.map(
      ({ line, what }) => `${path}:${line}: the ${module.name} is pure and may not use ${what}; take it as an argument`,
    ),
  ]
}
