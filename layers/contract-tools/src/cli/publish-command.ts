import { resolve } from 'node:path'
import { publicationProblems, registryProblems } from '../registry/index.ts'
import { type CommandCall, loadContractsAt, requiredText } from './call-values.ts'
import { publishInto, readRegistry } from './registry-folder.ts'
import type { Outcome, Terminal } from './terminal.ts'

/** `publish`: writes the versions that are not published yet. After any error, nothing is written. */
export const publish = async (call: CommandCall, terminal: Terminal): Promise<Outcome> => {
  const folder = resolve(terminal.cwd, requiredText(call, 'registry', 'FOLDER'))
  const loaded = await loadContractsAt(call.positionals[0] ?? '', call, terminal)
  const registry = await readRegistry(folder)
  const registryFindings = await registryProblems(registry)
  const problems =
    registryFindings.length > 0 ? registryFindings : loaded.flatMap(({ ir }) => publicationProblems(registry, ir))
  const errors = problems.filter(({ kind }) => kind === 'error')
  if (errors.length > 0) {
    const text = errors.map(({ rule, message }) => `error ${rule}: ${message}\n`).join('')
    return { code: 1, text, report: { published: [], findings: errors } }
  }
  const unpublished = loaded
    .map(({ ir }) => ir)
    .filter(({ name }) => problems.some(({ contract }) => contract === name))
  await publishInto(folder, registry, unpublished)
  const published = unpublished.map(({ name, version }) => ({ name, version }))
  const lines = published.map(({ name, version }) => `ok published ${name} ${version}\n`)
  return { code: 0, text: lines.join('') || 'ok everything is published\n', report: { published, findings: [] } }
}
