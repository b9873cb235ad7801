import { resolve } from 'node:path'
import { type SqlDialect, sqlMigration } from '../database/index.ts'
import type { GeneratedFiles } from '../generate/generated-files.ts'
import type { ContractIR } from '../ir/index.ts'
import { parseVersion } from '../semver.ts'
import { contractsAt, requiredText, textOf, textsOf } from './call-values.ts'
import type { Call } from './command-line.ts'
import { loadContracts } from './load-contracts.ts'
import { readRegistry } from './registry-folder.ts'
import { type Outcome, type Terminal, UsageError } from './terminal.ts'
import { writeChanged } from './write-changed.ts'

interface Migration {
  readonly files: GeneratedFiles
  readonly steps: readonly object[]
}

const isSqlDialect = (name: string): name is SqlDialect => name === 'postgres' || name === 'sqlite'

/** Finds the contract as the database has it. */
type Earlier = (ir: ContractIR) => ContractIR | undefined

const earlierContracts = async (call: Call, { cwd }: Terminal): Promise<Earlier> => {
  const from = textOf(call, 'from')
  if (from === undefined) return () => undefined
  if (parseVersion(from) === undefined) {
    const { contracts } = await loadContracts(from, cwd)
    if (contracts.length === 0) throw new UsageError(`--from ${from} is no version, and no path with contracts`)
    return ({ name }) => contracts.find(({ ir }) => ir.name === name)?.ir
  }
  const folder = requiredText(call, 'registry', 'FOLDER, which holds the version of --from,')
  const { contracts } = await readRegistry(resolve(cwd, folder))
  return ({ name }) => {
    const found = Object.hasOwn(contracts, name) ? contracts[name]?.[from] : undefined
    if (found !== undefined) return found
    const known = Object.keys(contracts[name] ?? {}).join(', ') || 'nothing'
    throw new UsageError(`${name} ${from} has not been published; there is ${known}`)
  }
}

/** `field=1` as the field and its JSON. */
const backfillsOf = (call: Call): Readonly<Record<string, unknown>> => {
  const entries = textsOf(call, 'backfill').map((text) => {
    const [, field, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (field === undefined || value === undefined) throw new UsageError(`--backfill ${text} is not FIELD=JSON`)
    try {
      return [field, JSON.parse(value)] as const
    } catch {
      throw new UsageError(`--backfill ${text}: "${value}" is not JSON; texts stand in double quotes`)
    }
  })
  return Object.fromEntries(entries)
}

/** `migrate`: the steps of each contract that is stored, from nothing or from an earlier version. */
export const migrate = async (call: Call, terminal: Terminal): Promise<Outcome> => {
  const dialect = requiredText(call, 'dialect', 'postgres|sqlite|dynamodb')
  if (!isSqlDialect(dialect)) throw new UsageError(`--dialect ${dialect} is not postgres, sqlite or dynamodb`)
  const served = textsOf(call, 'served')
  const backfill = backfillsOf(call)
  const earlier = await earlierContracts(call, terminal)
  const loaded = await contractsAt(call.positionals[0] ?? '', call, terminal)
  const migrations = loaded
    .filter(({ ir }) => ir.entity?.db !== undefined)
    .map(({ ir }): Migration & { readonly name: string } => {
      const previous = earlier(ir)
      const options = { previous, backfill, ...(served.length > 0 && { served }) }
      return { name: ir.name, ...sqlMigration(ir, { dialect, ...options }) }
    })
  const files: GeneratedFiles = Object.assign({}, ...migrations.map((each) => each.files))
  const out = textOf(call, 'out')
  if (out !== undefined) {
    const written = await writeChanged(resolve(terminal.cwd, out), files)
    return { code: 0, text: written.map((path) => `ok wrote ${path}\n`).join(''), report: { written } }
  }
  const steps = Object.fromEntries(migrations.map((each) => [each.name, each.steps]))
  const text = Object.entries(files).map(([path, content]) => `-- ${path}\n${content}`)
  return { code: text.length > 0 ? 2 : 0, text: text.join('\n'), report: { steps, files } }
}
