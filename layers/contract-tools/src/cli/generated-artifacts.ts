import type { GeneratedFiles } from '../generated-files.ts'
import { UnreadableContracts } from './failure.ts'
import { problemsOf } from './load-contracts.ts'
import type { LoadedContract, LoadProblem } from './loaded-problems.ts'

/**
 * Returns the artifacts of each contract, in the given order.
 * @throws UnreadableContracts with the problems of all contracts, each with its file.
 */
export const generatedArtifacts = (
  contracts: readonly LoadedContract[],
  make: (contract: LoadedContract) => GeneratedFiles,
): readonly GeneratedFiles[] => {
  const problems: LoadProblem[] = []
  const artifacts = contracts.flatMap((contract) => {
    try {
      return [make(contract)]
    } catch (error) {
      problems.push(...problemsOf(contract.file, error, contract.ir.name))
      return []
    }
  })
  if (problems.length > 0) throw new UnreadableContracts(problems)
  return artifacts
}
