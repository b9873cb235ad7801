import { parseVersion } from '@signet/contracts/semver'
import type { ExportedContract } from './module-contracts.ts'

export interface LoadedContract extends ExportedContract {
  /** Relative to the working folder, with forward slashes. */
  readonly file: string
}

/** A file that could not be read as contracts; `at` is the place in its definition. */
export interface LoadProblem {
  readonly file: string
  readonly contract?: string
  readonly at?: string
  readonly problem: string
}

/** Contracts of one name: their artefacts would overwrite one another. */
export const twinProblems = (contracts: readonly LoadedContract[]): LoadProblem[] => {
  const first = new Map<string, LoadedContract>()
  return contracts.flatMap((loaded) => {
    const twin = first.get(loaded.ir.name)
    if (twin === undefined) {
      first.set(loaded.ir.name, loaded)
      return []
    }
    const problem = `${twin.file} has a contract of the same name; rename one of them`
    return [{ file: loaded.file, contract: loaded.ir.name, at: 'name', problem }]
  })
}

const namePattern = /^[a-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/

/** Names and versions become folders and files: an IR or a group may say anything, a definition has been checked. */
export const headProblems = ({ ir: { name, version, kind }, file }: LoadedContract): LoadProblem[] => {
  const problems: LoadProblem[] = []
  if (!namePattern.test(name)) {
    const mend = kind === 'endpoints' ? "; export const group = { name: '…' } beside the endpoints" : ''
    const problem = `"${name}" must be camelCase, snake_case or kebab-case and start in lower case${mend}`
    problems.push({ file, contract: name, at: 'name', problem })
  }
  if (parseVersion(version) === undefined) {
    const problem = `"${version}" is not major.minor.patch, as in 1.0.0`
    problems.push({ file, contract: name, at: 'version', problem })
  }
  return problems
}
