import type { ParseArgsOptionsConfig } from 'node:util'
import type { CommandCall } from './call-values.ts'
import type { Outcome, Terminal } from './terminal.ts'

export type CommandRun = (call: CommandCall, terminal: Terminal) => Promise<Outcome>

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
    summary: 'writes all artifacts of each contract',
    details: [
      '--out FOLDER         writes artifacts to FOLDER/<contract>/; only changed files are written,',
      '                     and obsolete files of earlier builds are removed',
      '--check              writes nothing; exit code 2 if a file would change',
      '--registry FOLDER    published versions, from which databases are migrated',
    ],
    positionals: [1, 1],
    options: { ...out, ...registry, check: { type: 'boolean' } },
    load: async () => (await import('./build-command.ts')).build,
  },
  check: {
    usage: 'check <folder> [--registry <folder>]',
    summary: 'checks definitions, published contracts and version numbers',
    details: ['--registry FOLDER    published versions; exit code 2 if a contract is not published yet'],
    positionals: [1, 1],
    options: registry,
    load: async () => (await import('./check-command.ts')).check,
  },
  diff: {
    usage: 'diff <old> <new> [--require-bump]   or   diff <folder> --registry <folder>',
    summary: 'shows the changes, and the version that they require',
    details: [
      '--registry FOLDER    compare with the newest published versions',
      '--require-bump       exit code 1 if a version is too low for its changes, otherwise 0',
    ],
    positionals: [1, 2],
    options: { ...registry, 'require-bump': { type: 'boolean' } },
    load: async () => (await import('./diff-command.ts')).diffContracts,
  },
  migrate: {
    usage: 'migrate <folder> --dialect postgres|sqlite|dynamodb [--from <version|path>] [--out <folder>]',
    summary: 'prints the steps that migrate a database to these contracts',
    details: [
      '--dialect NAME       postgres, sqlite or dynamodb',
      '--from VERSION       the published version of the database (with --registry), or a file or folder with its',
      '                     contracts; default: an empty database',
      '--registry FOLDER    published versions',
      '--served VERSION     a version whose code still runs; may be repeated; "none" if no older code runs; default: the version of --from',
      '--backfill FIELD=JSON  the value of a field for rows without it; may be repeated',
      '--layout NAME        dynamodb: own (one table per contract, the default) or single (one for all)',
      '--plan FILE          dynamodb: table.json of the previous migration, so that indexes keep their numbers',
      '--contract NAME      only this contract',
      '--out FOLDER         writes the files instead of printing them',
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
    details: ['--contract NAME      only this contract', '--out FOLDER         writes FOLDER/<contract>.mmd'],
    positionals: [1, 1],
    options: { ...out, contract: { type: 'string' } },
    load: async () => (await import('./diagram-command.ts')).drawDiagrams,
  },
  publish: {
    usage: 'publish <folder> --registry <folder>',
    summary: 'adds contracts to the published versions, which never change',
    details: ['--registry FOLDER    contains <contract>/<version>.json, registry.json and index.ts'],
    positionals: [1, 1],
    options: registry,
    load: async () => (await import('./publish-command.ts')).publish,
  },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof commands

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

const commonOptions = [
  '--watch              repeats the command after every change of a file, until interrupted',
  '--json               writes one JSON document to standard output',
  '--help               prints this text',
]

const exitCodes = 'exit codes: 0 no differences, 1 invalid contracts or usage, 2 differences that were not written'

const indentLines = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('')

export const overviewText = (): string => {
  const rows = Object.entries(commands).map(([name, { summary }]) => `${name.padEnd(9)}${summary}`)
  const sourcesNote = [
    'Contracts of a folder are exports of *.ts, *.mts, *.js and *.mjs files (also endpoints), and *.json IRs.',
    'A path may also be one such file.',
  ]
  return `signet-contracts - generates artifacts from contracts and checks their versions\n${indentLines(rows)}all commands\n${indentLines(commonOptions)}${sourcesNote.join('\n')}\n${exitCodes}\n`
}

export const commandHelpText = (name: CommandName): string => {
  const { usage, summary, details } = commands[name]
  return `signet-contracts ${usage}\n${summary}\n${indentLines([...details, ...commonOptions])}${exitCodes}\n`
}
