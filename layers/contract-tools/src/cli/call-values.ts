import { UnreadableContracts } from './failure.ts'
import { loadContracts } from './load-contracts.ts'
import type { LoadedContract } from './loaded-problems.ts'
import { type Terminal, UsageError } from './terminal.ts'

export interface Call {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

export const textOf = ({ values }: Call, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the text of an option. @throws UsageError if the option is missing. */
export const requiredText = (call: Call, name: string, placeholder: string): string => {
  const value = textOf(call, name)
  if (value === undefined) throw new UsageError(`--${name} ${placeholder} is missing`)
  return value
}

export const textsOf = ({ values }: Call, name: string): readonly string[] => {
  const value = values[name]
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

/**
 * Loads the contracts of a path, limited to those of `--contract`, if given.
 * @throws UnreadableContracts with all problems of all files; UsageError if there are no contracts.
 */
export const contractsAt = async (path: string, call: Call, { cwd }: Terminal): Promise<readonly LoadedContract[]> => {
  const { contracts, problems } = await loadContracts(path, cwd)
  if (problems.length > 0) throw new UnreadableContracts(problems)
  const only = textOf(call, 'contract')
  const chosen = only === undefined ? contracts : contracts.filter(({ ir }) => ir.name === only)
  if (chosen.length > 0) return chosen
  const names = contracts.map(({ ir }) => ir.name).join(', ')
  throw new UsageError(
    contracts.length === 0
      ? `no file in ${path} exports a contract`
      : `the contract "${only}" does not exist; available: ${names}`,
  )
}
