import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ContractIR } from '@signet/contracts/ir'
import { parseVersion } from '@signet/contracts/semver'
import {
  type DynamoLayout,
  type Migration,
  type MigrationDialect,
  type MigrationOptions,
  migrations,
} from '../database/index.ts'
import type { GeneratedFiles } from '../generated-files.ts'
import { type CommandCall, loadContractsAt, optionText, optionTexts, requiredText } from './call-values.ts'
import { loadContracts } from './load-contracts.ts'
import { readRegistry } from './registry-folder.ts'
import { type Outcome, type Terminal, UsageError } from './terminal.ts'
import { writeChanged } from './write-changed.ts'

const dialects = ['postgres', 'sqlite', 'dynamodb'] as const satisfies readonly MigrationDialect[]
const layouts = ['own', 'single'] as const satisfies readonly DynamoLayout[]

const isDialect = (name: string): name is MigrationDialect => (dialects as readonly string[]).includes(name)
const isLayout = (name: string): name is DynamoLayout => (layouts as readonly string[]).includes(name)

const previousContractLookup = async (
  call: CommandCall,
  { cwd }: Terminal,
): Promise<(ir: ContractIR) => ContractIR | undefined> => {
  const from = optionText(call, 'from')
  if (from === undefined) return () => undefined
  if (parseVersion(from) === undefined) {
    const { contracts } = await loadContracts(from, cwd)
    if (contracts.length === 0) throw new UsageError(`--from ${from} is neither a version nor a path with contracts`)
    return ({ name }) => contracts.find(({ ir }) => ir.name === name)?.ir
  }
  const folder = requiredText(call, 'registry', 'FOLDER, which contains the version of --from,')
  const { contracts } = await readRegistry(resolve(cwd, folder))
  return ({ name }) => {
    const version = Object.hasOwn(contracts, name) ? contracts[name]?.[from] : undefined
    if (version !== undefined) return version
    const versions = Object.keys(contracts[name] ?? {}).join(', ') || 'none'
    throw new UsageError(`${name} ${from} is not published; available: ${versions}`)
  }
}

/** Parses `field=1` into the field and its JSON. */
const backfillsOf = (call: CommandCall): Readonly<Record<string, unknown>> => {
  const entries = optionTexts(call, 'backfill').map((text) => {
    const [, field, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (field === undefined || value === undefined) throw new UsageError(`--backfill ${text} is not FIELD=JSON`)
    try {
      return [field, JSON.parse(value)] as const
    } catch {
      throw new UsageError(`--backfill ${text}: "${value}" is not JSON; put texts in double quotes`)
    }
  })
  return Object.fromEntries(entries)
}

/** Reads the numbers of shared indexes (`gsi1`, `gsi2`) from the table.json of the previous migration. */
const previousSlots = async (
  call: CommandCall,
  { cwd }: Terminal,
): Promise<Readonly<Record<string, number>> | undefined> => {
  const path = optionText(call, 'plan')
  if (path === undefined) return undefined
  const text = await readFile(resolve(cwd, path), 'utf8').catch(() => {
    throw new UsageError(`--plan ${path} is not a file; pass the table.json of the previous migration`)
  })
  return (JSON.parse(text) as { readonly slots?: Readonly<Record<string, number>> }).slots ?? {}
}

const migrationOptions = async (call: CommandCall, terminal: Terminal): Promise<MigrationOptions> => {
  const dialect = requiredText(call, 'dialect', dialects.join('|'))
  const layout = optionText(call, 'layout')
  if (!isDialect(dialect)) throw new UsageError(`--dialect ${dialect} is not ${dialects.join(', ')}`)
  if (layout !== undefined && !isLayout(layout))
    throw new UsageError(`--layout ${layout} is not ${layouts.join(' or ')}`)
  const served = optionTexts(call, 'served')
  const invalid = served.find((version) => version !== 'none' && parseVersion(version) === undefined)
  if (invalid !== undefined) throw new UsageError(`--served ${invalid} is neither a version, as in 1.0.0, nor "none"`)
  return {
    dialect,
    layout,
    slots: await previousSlots(call, terminal),
    backfill: backfillsOf(call),
    ...(served.length > 0 && { served: served.filter((version) => version !== 'none') }),
  }
}

interface NamedMigration extends Migration {
  readonly name: string
}

const migrationsText = (migrations: readonly NamedMigration[]): string =>
  migrations
    .flatMap(({ files }) => Object.entries(files))
    .map(([path, text]) => `${path.endsWith('.sql') ? '--' : '//'} ${path}\n${text}`)
    .join('\n')

/**
 * `migrate`: returns the migration steps of each stored contract, from an empty database or from an earlier version.
 */
export const migrate = async (call: CommandCall, terminal: Terminal): Promise<Outcome> => {
  const options = await migrationOptions(call, terminal)
  const previousOf = await previousContractLookup(call, terminal)
  const loaded = await loadContractsAt(call.positionals[0] ?? '', call, terminal)
  const requiredMigrations = loaded
    .map(({ ir }): NamedMigration => ({ name: ir.name, ...migrations(ir, { ...options, previous: previousOf(ir) }) }))
    .filter(({ steps }) => steps.length > 0)
  const files: GeneratedFiles = Object.assign({}, ...requiredMigrations.map((each) => each.files))
  const out = optionText(call, 'out')
  if (out !== undefined) {
    const written = await writeChanged(resolve(terminal.cwd, out), files)
    return { code: 0, text: written.map((path) => `ok wrote ${path}\n`).join(''), report: { written } }
  }
  const steps = Object.fromEntries(requiredMigrations.map((each) => [each.name, each.steps]))
  return {
    code: requiredMigrations.length > 0 ? 2 : 0,
    text: migrationsText(requiredMigrations),
    report: { steps, files },
  }
}
