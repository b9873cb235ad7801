import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { basename, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContractError } from '@signet/contracts'
import { canonicalText } from '@signet/contracts/canonical'
import { contractIrSchema } from '@signet/contracts/ir'
import { contractFiles } from './contract-files.ts'
import { duplicateNameProblems, identityProblems, type LoadedContract, type LoadProblem } from './loaded-problems.ts'
import { isContractIR, moduleContracts } from './module-contracts.ts'
import { UsageError } from './terminal.ts'

const PROVIDED_PACKAGES = /^(?:@signet\/contract(?:s|-tools)|zod)(?:\/|$)/

const isModuleNotFound = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND')

/**
 * Lets contracts outside of a project import `@signet/contracts` and `zod`: packages that are not installed there are
 * resolved from this program. Applies for the lifetime of the process.
 */
const providePackages = (): void => {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!PROVIDED_PACKAGES.test(specifier)) return nextResolve(specifier, context)
      try {
        return nextResolve(specifier, context)
      } catch (error) {
        if (!isModuleNotFound(error)) throw error
        return nextResolve(specifier, { ...context, parentURL: import.meta.url })
      }
    },
  })
}

interface LoadedContracts {
  readonly contracts: readonly LoadedContract[]
  readonly problems: readonly LoadProblem[]
}

type ModuleLoad =
  | { readonly exports: Readonly<Record<string, unknown>> }
  | { readonly problems: readonly LoadProblem[] }

export const problemsOf = (file: string, error: unknown, contract?: string): readonly LoadProblem[] => {
  if (error instanceof Error && error.name === 'ContractError' && 'problems' in error) {
    const { contract: name, problems } = error as ContractError
    return problems.map(({ at, problem }) => ({ file, contract: name, at, problem }))
  }
  const message = error instanceof Error ? error.message : String(error)
  return [
    contract === undefined ? { file, problem: `cannot be loaded: ${message}` } : { file, contract, problem: message },
  ]
}

const irProblems = async (file: string, value: unknown): Promise<readonly LoadProblem[]> => {
  const z = await import('zod')
  const schema = z.fromJSONSchema(contractIrSchema)
  const { success, error } = schema.safeParse(value)
  if (success) return []
  return error.issues.map(({ path, message }) => ({
    file,
    at: path.join('.'),
    problem: `is not a valid contract IR: ${message}`,
  }))
}

/**
 * Reads JSON. Ignores JSON other than contracts, such as a package.json; JSON that claims to be a contract must be
 * valid.
 */
const readJson = async (path: string, file: string): Promise<ModuleLoad> => {
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    return { problems: [{ file, problem: `is not well-formed JSON: ${(error as Error).message}` }] }
  }
  if (!isContractIR(value)) return { exports: {} }
  const problems = await irProblems(file, value)
  return problems.length > 0 ? { problems } : { exports: { contract: value } }
}

const readModule = async (path: string, file: string): Promise<ModuleLoad> => {
  try {
    return { exports: (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>> }
  } catch (error) {
    return { problems: problemsOf(file, error) }
  }
}

let arePackagesProvided = false

/**
 * Loads every contract of a folder or file. All files are read before anything is reported.
 * @throws UsageError if the path does not exist.
 */
export const loadContracts = async (path: string, cwd: string): Promise<LoadedContracts> => {
  if (!arePackagesProvided) providePackages()
  arePackagesProvided = true
  const root = resolve(cwd, path)
  const files = await contractFiles(root).catch(() => {
    throw new UsageError(`${path} is neither a folder nor a file`)
  })
  const collected = new Set<unknown>()
  const contracts: LoadedContract[] = []
  const problems: LoadProblem[] = []
  const loads = await Promise.all(
    files.map(async (absolutePath) => {
      const file = relative(cwd, absolutePath).replaceAll('\\', '/')
      return {
        absolutePath,
        file,
        module: await (absolutePath.endsWith('.json') ? readJson(absolutePath, file) : readModule(absolutePath, file)),
      }
    }),
  )
  for (const { absolutePath, file, module } of loads) {
    if ('problems' in module) {
      problems.push(...module.problems)
      continue
    }
    try {
      const name = basename(absolutePath).replace(/\.\w+$/, '')
      contracts.push(...moduleContracts(module.exports, name, collected).map((exported) => ({ ...exported, file })))
    } catch (error) {
      problems.push(...problemsOf(file, error))
    }
  }
  const distinct = contracts.filter(
    ({ ir }, i) =>
      !contracts
        .slice(0, i)
        .some((earlier) => earlier.ir.name === ir.name && canonicalText(earlier.ir) === canonicalText(ir)),
  )
  return {
    contracts: distinct,
    problems: [
      ...new Map(
        [...problems, ...distinct.flatMap(identityProblems), ...duplicateNameProblems(distinct)].map((each) => [
          canonicalText(each),
          each,
        ]),
      ).values(),
    ],
  }
}
