import type { GeneratedFiles } from '../generated-files.ts'
import { UnreadableContractsError } from './failure.ts'
import { problemsOf } from './load-contracts.ts'
import type { LoadedContract, LoadProblem } from './loaded-problems.ts'

/**
 * Returns the artifacts of each contract, in the given order.
 * @throws UnreadableContractsError with the problems of all contracts, each with its file.
 */
export const generateArtifacts = (
  contracts: readonly LoadedContract[],
  generate: (contract: LoadedContract) => GeneratedFiles,
): readonly GeneratedFiles[] => {
  const problems: LoadProblem[] = []
  const artifacts = contracts.flatMap((contract) => {
    try {
      return [generate(contract)]
    } catch (error) {
      problems.push(...problemsOf(contract.file, error, contract.ir.name))
      return []
    }
  })
  if (problems.length > 0) throw new UnreadableContractsError(problems)
  return artifacts
}
