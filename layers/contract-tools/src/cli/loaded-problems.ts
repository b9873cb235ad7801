import { parseVersion } from '@signet/contracts/semver'
import type { ExportedContract } from './module-contracts.ts'

export interface LoadedContract extends ExportedContract {
  /** Path relative to the working folder, with forward slashes. */
  readonly file: string
}

/** A problem of a file with contracts; `at` is the path in the definition. */
export interface LoadProblem {
  readonly file: string
  readonly contract?: string
  readonly at?: string
  readonly problem: string
}

/** Reports contracts of one name: their artifacts would overwrite each other. */
export const duplicateNameProblems = (contracts: readonly LoadedContract[]): LoadProblem[] => {
  const firstByName = new Map<string, LoadedContract>()
  return contracts.flatMap((loaded) => {
    const earlierContract = firstByName.get(loaded.ir.name)
    if (earlierContract === undefined) {
      firstByName.set(loaded.ir.name, loaded)
      return []
    }
    const problem = `${earlierContract.file} has a contract with the same name; rename one of them`
    return [{ file: loaded.file, contract: loaded.ir.name, at: 'name', problem }]
  })
}

const namePattern = /^[a-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/

/**
 * Checks names and versions, which become names of folders and files. `defineContract` has checked those of definitions,
 * but not those of IRs and groups.
 */
export const identityProblems = ({ ir: { name, version, kind }, file }: LoadedContract): LoadProblem[] => {
  const problems: LoadProblem[] = []
  if (!namePattern.test(name)) {
    const hint = kind === 'endpoints' ? "; export const group = { name: '…' } in the same file" : ''
    const problem = `"${name}" must be camelCase, snake_case or kebab-case and start in lower case${hint}`
    problems.push({ file, contract: name, at: 'name', problem })
  }
  if (parseVersion(version) === undefined) {
    const problem = `"${version}" is not major.minor.patch, as in 1.0.0`
    problems.push({ file, contract: name, at: 'version', problem })
  }
  return problems
}
