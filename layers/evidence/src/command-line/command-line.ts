import { parseArgs } from 'node:util'
import { DEFAULT_POLICY, POLICIES, policySha256 } from '../policies/policies.ts'
import { SEVERITIES, type Severity } from '../policies/policy.ts'
import { validate } from '../verdict.ts'
import { readContentFile, readPolicy, UnreadableInput } from './input.ts'
import { type FileVerdict, githubReport, jsonReport, plainReport, sarifReport } from './reports.ts'
import { verify } from './verify.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
}

const EXIT = { good: 0, gaps: 1, unreadable: 2 } as const

const HELP = `evidence check FILE... [options]
evidence policies [--json]
evidence verify RECEIPT --content FILE [options]

Checks what texts offer as evidence, by a policy: Markdown, plain text, or content as the API takes it (.json).
Front matter may say title, author, authorBio, date, updated, url and domains.

  --policy NAME    eeat-core, technical-docs, security-advisory, a version such as
                   eeat-core@2026.11.1, or a file of your own (default ${DEFAULT_POLICY})
  --fail-on LEVEL  critical, major, minor or never: the least gap that fails (default critical)
  --json           verdicts as JSON
  --sarif          SARIF 2.1.0, for code scanning
  --github         annotations of GitHub's workflows

verify checks the receipt of an attested text, a file or an address, and checks the text again: its hash, its policy
and its score must be what the receipt says.

  --content FILE   the attested text: the answer of attest or its \`revised\` as .json, or Markdown
  --policy FILE    a policy of an organisation, as GET /api/v1/evidence/policies/ID answers it
  --key PEM        the issuer's public key, a file or --key=TEXT
  --log VKEY       keys of the log and its witnesses, a file or a line
  --offline        asks nobody: keys are those that are given, or those of the file

Exit status: 0 good, 1 a gap that fails or a receipt that does not hold, 2 wrong usage or a file that cannot be read.
`

const OPTIONS = {
  policy: { type: 'string' },
  content: { type: 'string' },
  key: { type: 'string' },
  log: { type: 'string' },
  offline: { type: 'boolean', default: false },
  'fail-on': { type: 'string', default: 'critical' },
  json: { type: 'boolean', default: false },
  sarif: { type: 'boolean', default: false },
  github: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UnreadableInput(`${(error as Error).message.split('. ')[0]}. See evidence --help`)
  }
}

type Flags = ReturnType<typeof readArguments>['values']

/** Severities that fail; none for `never`. */
const failingOn = (level: string): readonly Severity[] => {
  if (level === 'never') return []
  const last = SEVERITIES.indexOf(level as Severity)
  if (last < 0) throw new UnreadableInput(`--fail-on is critical, major, minor or never, and not ${level}`)
  return SEVERITIES.slice(0, last + 1)
}

const check = async (paths: readonly string[], flags: Flags, { out }: Terminal): Promise<number> => {
  if (paths.length === 0) throw new UnreadableInput('A file is checked. See evidence --help')
  const failing = failingOn(flags['fail-on'])
  const policy = await readPolicy(flags.policy ?? DEFAULT_POLICY)
  const checked: FileVerdict[] = []
  for (const path of paths) {
    const { content, text } = await readContentFile(path)
    checked.push({ path, text, verdict: validate(content, policy) })
  }
  if (flags.json) out(jsonReport(checked))
  else if (flags.sarif) out(sarifReport(checked, policy))
  else out(flags.github ? githubReport(checked) : plainReport(checked))
  const isFailing = checked.some(({ verdict }) => verdict.gaps.some(({ severity }) => failing.includes(severity)))
  return isFailing ? EXIT.gaps : EXIT.good
}

const listPolicies = ({ json }: Flags, { out }: Terminal): number => {
  const policies = POLICIES.map((policy) => ({ ...policy, sha256: policySha256(policy) }))
  if (json) out(`${JSON.stringify(policies, null, 2)}\n`)
  else
    for (const { id, version, name, appliesTo, requirements, sha256 } of policies)
      out(
        `${`${id}@${version}`.padEnd(30)} ${name}: ${requirements.length} requirements\n    ${appliesTo}\n    sha256 ${sha256}\n`,
      )
  return EXIT.good
}

const run = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const { values: flags, positionals } = readArguments(argv)
  const [command, ...paths] = positionals
  if (flags.help || command === undefined) {
    terminal.out(HELP)
    return flags.help ? EXIT.good : EXIT.unreadable
  }
  if (command === 'policies') return listPolicies(flags, terminal)
  if (command === 'verify') return verify(paths, flags, terminal)
  if (command !== 'check') throw new UnreadableInput(`There is no command ${command}. See evidence --help`)
  return check(paths, flags, terminal)
}

/** Runs the program. @returns its exit status: 0 good, 1 a gap that fails, 2 wrong usage or a file that cannot be read. */
export const commandLine = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    return await run(argv, terminal)
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error
    terminal.err(`evidence: ${error.message}\n`)
    return EXIT.unreadable
  }
}
