import { UnreadableContractsError } from './failure.ts'
import { loadContracts } from './load-contracts.ts'
import type { LoadedContract } from './loaded-problems.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** The parsed options and paths of one command. */
export interface CommandCall {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

export const optionText = ({ values }: CommandCall, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the text of an option. @throws UsageError if the option is missing. */
export const requiredText = (call: CommandCall, name: string, placeholder: string): string => {
  const value = optionText(call, name)
  if (value === undefined) throw new UsageError(`--${name} ${placeholder} is missing`)
  return value
}

export const optionTexts = ({ values }: CommandCall, name: string): readonly string[] => {
  const value = values[name]
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

/**
 * Loads the contracts of a path, limited to those of `--contract`, if given.
 * @throws UnreadableContractsError with all problems of all files; UsageError if there are no contracts.
 */
export const loadContractsAt = async (
  path: string,
  call: CommandCall,
  { cwd }: Terminal,
): Promise<readonly LoadedContract[]> => {
  const { contracts, problems } = await loadContracts(path, cwd)
  if (problems.length > 0) throw new UnreadableContractsError(problems)
  const contractName = optionText(call, 'contract')
  const selected = contractName === undefined ? contracts : contracts.filter(({ ir }) => ir.name === contractName)
  if (selected.length > 0) return selected
  const names = contracts.map(({ ir }) => ir.name).join(', ')
  throw new UsageError(
    contracts.length === 0
      ? `no file in ${path} exports a contract`
      : `the contract "${contractName}" does not exist; available: ${names}`,
  )
}
