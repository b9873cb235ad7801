import { basename } from 'node:path'
import { type CommandLine, EXIT, start, type Terminal } from '@signet/command-line'

interface Area {
  readonly about: string
  /** Loads the program; each call of `signet` needs only one. */
  readonly load: () => Promise<CommandLine>
}

const AREAS: Readonly<Record<string, Area>> = {
  images: {
    about: 'generate images, list jobs, models and usage',
    load: async () => (await import('./images/program.ts')).commandLine,
  },
  archive: {
    about: 'upload exports of conversations, search them, ask questions',
    load: async () => (await import('./archive/program.ts')).commandLine,
  },
  runtime: {
    about: 'run readings and interviews, create scaffolds, grade texts',
    load: async () => (await import('./runtime/program.ts')).commandLine,
  },
  evidence: {
    about: 'check the evidence in texts by a policy',
    load: async () => (await import('@signet/evidence/command-line')).commandLine,
  },
  replay: {
    about: 'replay a reading from its file and compare every byte',
    load: async () => (await import('@signet/replay/command-line')).commandLine,
  },
  verify: {
    about: 'verify a receipt, offline or with the keys of its issuer',
    load: async () => (await import('@signet/verify-receipt/command-line')).commandLine,
  },
}

/** Names under which npm links an area, if they differ from it. */
const ALIASES: Readonly<Record<string, string>> = { imagegen: 'images', 'verify-receipt': 'verify' }

const HELP = `signet <area> <command> [options]

${Object.entries(AREAS)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}\n`)
  .join('')}
signet <area> --help lists the commands of an area. While \`npm start\` runs in this folder or in one above it, its
address and demo key are the default.
`

const areaOf = (name = ''): Area | undefined => (Object.hasOwn(AREAS, name) ? AREAS[name] : undefined)

const signet = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const [name, ...rest] = argv
  if (name === '--help' || name === '-h') {
    terminal.out(HELP)
    return EXIT.ok
  }
  const area = areaOf(name)
  if (area !== undefined) return (await area.load())(rest, terminal)
  terminal.err(
    name === undefined
      ? `signet: An area is missing\n${HELP}`
      : `signet: The area ${name} does not exist. See signet --help\n`,
  )
  return EXIT.usage
}

/** Runs the arguments of a process, under the name `signet`, the name of an area, or its alias. */
export const main = ([, program = '', ...argv]: readonly string[]): Promise<void> => {
  const name = basename(program, '.mjs')
  const alias = ALIASES[name] ?? name
  return start(signet, areaOf(alias) ? [alias, ...argv] : argv, { env: process.env })
}
