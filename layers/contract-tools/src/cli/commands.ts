import type { ParseArgsOptionsConfig } from 'node:util'
import type { Call } from './call-values.ts'
import type { Outcome, Terminal } from './terminal.ts'

export type CommandRun = (call: Call, terminal: Terminal) => Promise<Outcome>

interface Command {
  readonly usage: string
  readonly summary: string
  readonly details: readonly string[]
  readonly positionals: readonly [least: number, most: number]
  readonly options: ParseArgsOptionsConfig
  readonly load: () => Promise<CommandRun>
}

const registry = { registry: { type: 'string' } } as const
const out = { out: { type: 'string' } } as const

export const commands = {
  build: {
    usage: 'build <folder> --out <folder> [--check] [--registry <folder>]',
    summary: 'writes everything that follows from each contract',
    details: [
      '--out FOLDER         artefacts go to FOLDER/<contract>/; only files that changed are written,',
      '                     and those of earlier builds that are not made any more are removed',
      '--check              writes nothing; exit code 2 when a file would change',
      '--registry FOLDER    published versions, to migrate the database from',
    ],
    positionals: [1, 1],
    options: { ...out, ...registry, check: { type: 'boolean' } },
    load: async () => (await import('./build-command.ts')).build,
  },
  check: {
    usage: 'check <folder> [--registry <folder>]',
    summary: 'holds definitions, published versions and version numbers against one another',
    details: ['--registry FOLDER    published versions; exit code 2 when a contract is still to be published'],
    positionals: [1, 1],
    options: registry,
    load: async () => (await import('./check-command.ts')).check,
  },
  diff: {
    usage: 'diff <old> <new> [--require-bump]   or   diff <folder> --registry <folder>',
    summary: 'shows the changes, and the version that they need',
    details: [
      '--registry FOLDER    compare with the newest published versions',
      '--require-bump       exit code 1 when a version is too low for its changes, else 0',
    ],
    positionals: [1, 2],
    options: { ...registry, 'require-bump': { type: 'boolean' } },
    load: async () => (await import('./diff-command.ts')).diffContracts,
  },
  migrate: {
    usage: 'migrate <folder> --dialect postgres|sqlite|dynamodb [--from <version|path>] [--out <folder>]',
    summary: 'tells the steps that bring a database to these contracts',
    details: [
      '--dialect NAME       postgres, sqlite or dynamodb',
      '--from VERSION       the published version that the database has (with --registry), or a file or folder',
      '                     with the contracts of that time; left out: from nothing',
      '--registry FOLDER    published versions',
      '--served VERSION     a version whose code still runs; may be repeated; none when no older code is left (default: that of --from)',
      '--backfill FIELD=JSON  the value of a field for rows that have none; may be repeated',
      '--layout NAME        dynamodb: own (a table of its own, the default) or single (one for all)',
      '--plan FILE          dynamodb: table.json of the migration before, so that indexes keep their numbers',
      '--contract NAME      only this contract',
      '--out FOLDER         write the files instead of printing them',
    ],
    positionals: [1, 1],
    options: {
      ...out,
      ...registry,
      dialect: { type: 'string' },
      from: { type: 'string' },
      served: { type: 'string', multiple: true },
      backfill: { type: 'string', multiple: true },
      layout: { type: 'string' },
      plan: { type: 'string' },
      contract: { type: 'string' },
    },
    load: async () => (await import('./migrate-command.ts')).migrate,
  },
  diagram: {
    usage: 'diagram <folder> [--contract <name>] [--out <folder>]',
    summary: 'draws the state machines as Mermaid diagrams',
    details: ['--contract NAME      only this contract', '--out FOLDER         write FOLDER/<contract>.mmd'],
    positionals: [1, 1],
    options: { ...out, contract: { type: 'string' } },
    load: async () => (await import('./diagram-command.ts')).drawDiagrams,
  },
  publish: {
    usage: 'publish <folder> --registry <folder>',
    summary: 'adds contracts to the published versions, which never change afterwards',
    details: ['--registry FOLDER    where <contract>/<version>.json, registry.json and index.ts are kept'],
    positionals: [1, 1],
    options: registry,
    load: async () => (await import('./publish-command.ts')).publish,
  },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof commands

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

const everywhere = [
  '--watch              again whenever a file of the folder changes, until interrupted',
  '--json               one JSON document on standard output, for machines',
  '--help               this text',
]

const exitCodes = 'exit codes: 0 nothing differs, 2 something differs and was not written, 1 an error'

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('')

export const overview = (): string => {
  const rows = Object.entries(commands).map(([name, { summary }]) => `${name.padEnd(9)}${summary}`)
  const scanned = [
    'A folder is searched for *.ts, *.mts, *.js and *.mjs whose exports are contracts or endpoints, and for *.json IRs.',
    'A path may also be one such file.',
  ]
  return `signet-contracts - everything that follows from a contract\n${indented(rows)}everywhere\n${indented(everywhere)}${scanned.join('\n')}\n${exitCodes}\n`
}

export const commandHelp = (name: CommandName): string => {
  const { usage, summary, details } = commands[name]
  return `signet-contracts ${usage}\n${summary}\n${indented([...details, ...everywhere])}${exitCodes}\n`
}
