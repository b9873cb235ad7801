import { relative, resolve } from 'node:path'
import { compareVersions } from '@signet/contracts/semver'
import { generateAll } from '../generate/index.ts'
import type { GeneratedFiles } from '../generated-files.ts'
import { type Registry, versionsOf } from '../registry/index.ts'
import { type ArtifactPlan, planArtifacts, writeArtifacts } from './artifact-folder.ts'
import { type CommandCall, loadContractsAt, optionText, requiredText } from './call-values.ts'
import { generateArtifacts } from './generated-artifacts.ts'
import type { LoadedContract } from './loaded-problems.ts'
import { readRegistry } from './registry-folder.ts'
import type { Outcome, Terminal } from './terminal.ts'
import { textTable } from './text-table.ts'

const emptyRegistry: Registry = { contracts: {}, digests: {} }

/** Returns the newest published version that is lower than the contract's version: databases may still have its tables. */
const previousOf = ({ contracts }: Registry, { ir }: LoadedContract) => {
  const published = Object.hasOwn(contracts, ir.name) ? contracts[ir.name] : undefined
  const version = versionsOf(published).findLast((each) => compareVersions(each, ir.version) < 0)
  return version === undefined ? undefined : published?.[version]
}

const filesOf = (loaded: LoadedContract, registry: Registry, folder: string, cwd: string): GeneratedFiles => {
  const { ir, file, definition, invariants } = loaded
  const previous = previousOf(registry, loaded)
  const source = relative(resolve(folder, ir.name), resolve(cwd, file)).replaceAll('\\', '/')
  const files = generateAll(ir, {
    previous,
    invariants,
    ...(definition && {
      contractModule: source.startsWith('.') ? source : `./${source}`,
      contractExport: definition.exportName,
    }),
  })
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${ir.name}/${path}`, text]))
}

interface ContractRow {
  readonly name: string
  readonly version: string
  readonly files: number
  readonly bytes: number
  readonly changed: number
}

const rowsOf = (loaded: readonly LoadedContract[], { files, changed }: ArtifactPlan): readonly ContractRow[] =>
  loaded.map(({ ir: { name, version } }) => {
    const contractFiles = Object.entries(files).filter(([path]) => path.startsWith(`${name}/`))
    const bytes = contractFiles.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
    return {
      name,
      version,
      files: contractFiles.length,
      bytes,
      changed: changed.filter((path) => path.startsWith(`${name}/`)).length,
    }
  })

/** `build`: writes all artifacts of all contracts; with `--check`, only compares them. */
export const build = async (call: CommandCall, terminal: Terminal): Promise<Outcome> => {
  const folder = resolve(terminal.cwd, requiredText(call, 'out', 'FOLDER'))
  const loaded = await loadContractsAt(call.positionals[0] ?? '', call, terminal)
  const path = optionText(call, 'registry')
  const registry = path === undefined ? emptyRegistry : await readRegistry(resolve(terminal.cwd, path))
  const files = Object.assign(
    {},
    ...generateArtifacts(loaded, (each) => filesOf(each, registry, folder, terminal.cwd)),
  ) as GeneratedFiles
  const plan = await planArtifacts(folder, files)
  const onlyChecks = call.values.check === true
  if (!onlyChecks) await writeArtifacts(folder, plan)
  const rows = rowsOf(loaded, plan)
  const table = textTable(
    ['contract', 'version', 'files', 'bytes', 'changed'],
    rows.map(({ name, version, files: count, bytes, changed }) => [name, version, count, bytes, changed]),
  )
  const differenceLines = [
    ...plan.changed.map((each) => `changed ${each}\n`),
    ...plan.stale.map((each) => `stale ${each}\n`),
  ]
  const removedLines = plan.stale.map((each) => `removed ${each}\n`)
  return {
    code: onlyChecks && differenceLines.length > 0 ? 2 : 0,
    text: `${table}${(onlyChecks ? differenceLines : removedLines).join('')}`,
    report: { contracts: rows, changed: plan.changed, stale: plan.stale, written: !onlyChecks },
  }
}
