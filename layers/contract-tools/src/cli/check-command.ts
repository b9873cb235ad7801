import { resolve } from 'node:path'
import { generateAll } from '../generate/index.ts'
import { publicationProblems, type RegistryFinding, registryProblems } from '../registry/index.ts'
import { type CommandCall, loadContractsAt, optionText } from './call-values.ts'
import { changeText } from './diff-command.ts'
import { generateArtifacts } from './generated-artifacts.ts'
import { indexProblem, readRegistry } from './registry-folder.ts'
import type { Outcome, Terminal } from './terminal.ts'
import { textTable } from './text-table.ts'

const findingText = ({ kind, rule, message, changes = [] }: RegistryFinding): string =>
  `${kind} ${rule}: ${message}\n${changes.map(changeText).join('')}`

/** `check`: checks that definitions are valid, published contracts unchanged, and versions high enough. */
export const check = async (call: CommandCall, terminal: Terminal): Promise<Outcome> => {
  const loaded = await loadContractsAt(call.positionals[0] ?? '', call, terminal)
  // Throws if a generator fails, because a contract that cannot be built is invalid.
  generateArtifacts(loaded, ({ ir, invariants }) => generateAll(ir, { invariants }))
  const path = optionText(call, 'registry')
  const findings: RegistryFinding[] = []
  if (path !== undefined) {
    const folder = resolve(terminal.cwd, path)
    const registry = await readRegistry(folder)
    const indexFinding = await indexProblem(folder, registry.contracts)
    const registryFindings = await registryProblems(registry)
    findings.push(
      ...registryFindings,
      ...(indexFinding === undefined || registryFindings.length > 0 ? [] : [indexFinding]),
    )
    // Contracts are compared with the published ones only if those are intact.
    if (registryFindings.length === 0) findings.push(...loaded.flatMap(({ ir }) => publicationProblems(registry, ir)))
  }
  const rows = loaded.map(({ ir, file }) => {
    const contractFindings = findings.filter(({ contract }) => contract === ir.name)
    const state = contractFindings.some(({ kind }) => kind === 'error') ? 'error' : (contractFindings[0]?.kind ?? 'ok')
    return [state, ir.name, ir.version, ir.operations.length, file] as const
  })
  const code = findings.some(({ kind }) => kind === 'error') ? 1 : findings.length > 0 ? 2 : 0
  return {
    code,
    text: `${textTable(['state', 'contract', 'version', 'operations', 'file'], rows)}${findings.map(findingText).join('')}`,
    report: { contracts: loaded.map(({ ir, file }) => ({ name: ir.name, version: ir.version, file })), findings },
  }
}
