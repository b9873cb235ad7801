import { resolve } from 'node:path'
import type { ContractIR } from '@signet/contracts/ir'
import { type BumpCheck, type Change, checkBump } from '../diff/index.ts'
import { latestOf } from '../registry/index.ts'
import { type CommandCall, loadContractsAt, optionText } from './call-values.ts'
import { readRegistry } from './registry-folder.ts'
import { type ExitCode, type Outcome, type Terminal, UsageError } from './terminal.ts'

interface ContractPair {
  readonly name: string
  readonly before?: ContractIR
  readonly after?: ContractIR
  readonly check?: BumpCheck
}

const contractPair = (name: string, before: ContractIR | undefined, after: ContractIR | undefined): ContractPair => ({
  name,
  ...(before && { before }),
  ...(after && { after }),
  ...(before && after && { check: checkBump(before, after) }),
})

/** Pairs contracts by name. Two single contracts are one pair, because the contract may have been renamed. */
const pairContracts = (before: readonly ContractIR[], after: readonly ContractIR[]): readonly ContractPair[] => {
  const onlyBefore = before[0]
  const onlyAfter = after[0]
  if (before.length === 1 && after.length === 1 && onlyBefore && onlyAfter)
    return [contractPair(onlyAfter.name, onlyBefore, onlyAfter)]
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort()
  return names.map((name) =>
    contractPair(
      name,
      before.find((ir) => ir.name === name),
      after.find((ir) => ir.name === name),
    ),
  )
}

const loadPairs = async (call: CommandCall, terminal: Terminal): Promise<readonly ContractPair[]> => {
  const irsAt = async (path: string) => (await loadContractsAt(path, call, terminal)).map(({ ir }) => ir)
  const [first = '', second] = call.positionals
  const folder = optionText(call, 'registry')
  if (second !== undefined) {
    if (folder !== undefined) throw new UsageError('diff compares two paths, or one path with --registry, not both')
    return pairContracts(await irsAt(first), await irsAt(second))
  }
  if (folder === undefined) throw new UsageError('diff needs a second path, or --registry FOLDER')
  const { contracts } = await readRegistry(resolve(terminal.cwd, folder))
  const irs = await irsAt(first)
  return irs.map((ir) => contractPair(ir.name, latestOf(contracts, ir.name), ir))
}

export const changeText = ({ level, rule, at, message, security }: Change): string =>
  `  ${level} ${rule}${security === true ? ' (security)' : ''}\n    ${at === '' ? '' : `${at}: `}${message}\n`

const pairText = ({ name, before, after, check }: ContractPair): string => {
  if (before === undefined) return `${name}: new, version ${after?.version}\n`
  if (after === undefined) return `${name}: removed (was ${before.version}), which is a major change for its callers\n`
  const { changes = [], required, problem } = check ?? {}
  const versions = before.version === after.version ? before.version : `${before.version} to ${after.version}`
  if (changes.length === 0 && problem === undefined) return `${name} ${versions}: no changes\n`
  const requirement = required === undefined ? '' : `, needs a ${required} step`
  const heading = `${name} ${versions}: ${changes.length} change${changes.length === 1 ? '' : 's'}${requirement}\n`
  return `${heading}${changes.map(changeText).join('')}${problem === undefined ? '' : `error ${problem.rule}: ${problem.message}\n`}`
}

const exitCodeOf = (pairs: readonly ContractPair[], requiresBump: boolean): ExitCode => {
  const differs = pairs.some(({ before, after, check }) => !before || !after || (check?.changes.length ?? 0) > 0)
  const hasRemovedContract = pairs.some(({ after }) => after === undefined)
  if (requiresBump) return hasRemovedContract || pairs.some(({ check }) => check?.problem !== undefined) ? 1 : 0
  return differs ? 2 : 0
}

/** `diff`: reports the changes between two paths, or since the newest published versions. */
export const diffContracts = async (call: CommandCall, terminal: Terminal): Promise<Outcome> => {
  const pairs = await loadPairs(call, terminal)
  const code = exitCodeOf(pairs, call.values['require-bump'] === true)
  const contracts = pairs.map(({ name, before, after, check }) => ({
    name,
    before: before?.version,
    after: after?.version,
    required: check?.required,
    declared: check?.declared,
    problem: check?.problem,
    changes: check?.changes ?? [],
  }))
  return { code, text: pairs.map(pairText).join(''), report: { contracts } }
}
