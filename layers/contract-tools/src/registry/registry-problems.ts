import type { ContractIR } from '@signet/contracts/ir'
import { latestOf, type Registry } from '@signet/contracts/registry'
import { type Change, checkBump } from '../diff/index.ts'
import { contractDigest } from './digest.ts'

export interface RegistryFinding {
  /** `error`: must not be merged. `unpublished`: valid, and not published yet. */
  readonly kind: 'error' | 'unpublished'
  readonly rule: string
  readonly contract: string
  readonly version: string
  readonly message: string
  readonly changes?: readonly Change[]
}

const entriesOf = (registry: Registry): readonly (readonly [name: string, version: string])[] => {
  const listed = Object.entries(registry.digests)
  const stored = Object.entries(registry.contracts)
  const all = [...listed, ...stored].flatMap(([name, versions]) =>
    Object.keys(versions).map((version) => `${name} ${version}`),
  )
  return [...new Set(all)].sort().map((entry) => entry.split(' ') as [string, string])
}

const RESTORE_HINT = 'restore it from version control: published contracts never change'

const fileProblem = async (
  ir: ContractIR | undefined,
  digest: string | undefined,
  name: string,
  version: string,
): Promise<Pick<RegistryFinding, 'rule' | 'message'> | undefined> => {
  const file = `${name}/${version}.json`
  if (ir === undefined) return { rule: 'published-file-missing', message: `${file} is missing; ${RESTORE_HINT}` }
  if (digest === undefined) {
    const message = `${file} is not in registry.json; publish with the command instead of copying files`
    return { rule: 'published-file-unlisted', message }
  }
  if (ir.name !== name || ir.version !== version) {
    const message = `${file} contains ${ir.name} ${ir.version}; ${RESTORE_HINT}`
    return { rule: 'published-file-misnamed', message }
  }
  const actual = await contractDigest(ir)
  if (actual === digest) return undefined
  const message = `${file} has the digest ${actual}, but was published with ${digest}; ${RESTORE_HINT}`
  return { rule: 'published-file-changed', message }
}

/** Returns problems of the published contracts: files that changed, disappeared, or were added without the command. */
export const registryProblems = async (registry: Registry): Promise<readonly RegistryFinding[]> => {
  const problems = await Promise.all(
    entriesOf(registry).map(async ([contract, version]): Promise<RegistryFinding[]> => {
      const ir = registry.contracts[contract]?.[version]
      const problem = await fileProblem(ir, registry.digests[contract]?.[version], contract, version)
      return problem === undefined ? [] : [{ kind: 'error', contract, version, ...problem }]
    }),
  )
  return problems.flat()
}

/**
 * Compares a contract with its newest published version.
 * @returns no finding if it is published unchanged, one `unpublished` if it may be published, one `error` if its
 * version forbids it.
 */
export const publicationProblems = (registry: Registry, ir: ContractIR): readonly RegistryFinding[] => {
  const { name: contract, version } = ir
  const latest = latestOf(registry.contracts, contract)
  if (latest === undefined) {
    const message = `${contract} ${version} has never been published; run signet-contracts publish`
    return [{ kind: 'unpublished', rule: 'never-published', contract, version, message }]
  }
  const { changes, problem } = checkBump(latest, ir)
  if (problem !== undefined) return [{ kind: 'error', contract, version, ...problem, changes }]
  if (version === latest.version) return []
  const message = `${contract} ${version} is not published yet (the newest is ${latest.version}); run signet-contracts publish`
  return [{ kind: 'unpublished', rule: 'not-yet-published', contract, version, message, changes }]
}
