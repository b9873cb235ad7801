import type { ContractIR } from '../ir/contract-ir.ts'
import { newestIn } from '../semver.ts'
import { type PublishedContracts, versionsOf } from './registry.ts'
import { type ResponseSchemas, responseSchemasOf } from './response-schemas.ts'

export interface PublishedLibrary {
  /** Returns the names of all published contracts, sorted. */
  publishedNames(): readonly string[]
  /** Returns the versions of a contract, oldest first; empty for an unknown name. */
  publishedVersions(name: string): readonly string[]
  /**
   * Returns the newest contract that matches a version (`1.2.0`) or range (`^1`, `~1.2`, `1`, `*`).
   * @throws RangeError if no version of the contract matches (the message lists the versions), or the range is invalid
   */
  publishedContract(name: string, range: string): ContractIR
  /**
   * Returns the JSON Schema 2020-12 of the body by operation and status, each with `$id` and `$defs`.
   * @throws RangeError as `publishedContract` does
   */
  responseSchemas(name: string, range: string): ResponseSchemas
}

export const publishedLibrary = (
  index: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): PublishedLibrary => {
  const contracts = index as PublishedContracts
  const versionsByName = (name: string) => (Object.hasOwn(contracts, name) ? versionsOf(contracts[name]) : [])
  const publishedContract = (name: string, range: string): ContractIR => {
    const versions = versionsByName(name)
    const version = newestIn(versions, range)
    const ir = version === undefined ? undefined : contracts[name]?.[version]
    if (ir !== undefined) return ir
    const hint =
      versions.length === 0
        ? `the published contracts are ${Object.keys(contracts).sort().join(', ') || 'none'}`
        : `its versions are ${versions.join(', ')}`
    throw new RangeError(`No published version of "${name}" matches ${range}; ${hint}`)
  }
  return {
    publishedNames: () => Object.keys(contracts).sort(),
    publishedVersions: versionsByName,
    publishedContract,
    responseSchemas: (name, range) => responseSchemasOf(publishedContract(name, range)),
  }
}
