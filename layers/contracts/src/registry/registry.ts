import type { ContractIR } from '../ir/contract-ir.ts'
import { compareVersions, parseVersion } from '../semver.ts'

export type PublishedContracts = Readonly<Record<string, Readonly<Record<string, ContractIR>>>>

export interface Registry {
  readonly contracts: PublishedContracts
  readonly digests: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Returns the versions of one contract, oldest first. Names that are not versions are ignored. */
export const versionsOf = <T>(versions: Readonly<Record<string, T>> = {}): readonly string[] =>
  Object.keys(versions)
    .filter((version) => parseVersion(version) !== undefined)
    .sort(compareVersions)

export const latestOf = (contracts: PublishedContracts, name: string): ContractIR | undefined => {
  const versions = Object.hasOwn(contracts, name) ? contracts[name] : undefined
  const newest = versionsOf(versions).at(-1)
  return newest === undefined ? undefined : versions?.[newest]
}
