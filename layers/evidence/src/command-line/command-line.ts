import {
  type Call,
  COMMON_OPTIONS,
  commandLineOf,
  dispatch,
  EXIT,
  Failure,
  start as startProgram,
} from '@signet/command-line'
import { DEFAULT_POLICY, POLICIES, policySha256 } from '../policies/policies.ts'
import { SEVERITIES, type Severity } from '../policies/policy.ts'
import { validate } from '../verdict.ts'
import { readContentFile, readPolicy } from './input.ts'
import { type FileVerdict, githubReport, jsonReport, plainReport, sarifReport } from './reports.ts'
import { verify } from './verify.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
}

const HELP = `evidence check FILE... [options]
evidence policies [--json]
evidence verify RECEIPT --content FILE [options]

Checks texts against an evidence policy. A text is Markdown, plain text, or JSON content as in the API (.json).
Front matter can contain title, author, authorBio, date, updated, url and domains.

  --policy NAME    eeat-core, technical-docs, security-advisory, a version such as
                   eeat-core@2026.11.1, or a policy file (default ${DEFAULT_POLICY})
  --fail-on LEVEL  critical, major, minor or never: the lowest severity that fails (default critical)
  --json           print verdicts as JSON
  --sarif          print SARIF 2.1.0, for code scanning
  --github         print annotations for GitHub workflows

verify checks the receipt of an attested text, from a file or a URL, and checks the text again: its hash, policy
and score must match the receipt.

  --content FILE   the attested text: the attest response or its \`revised\` as .json, or Markdown
  --policy FILE    an organization's policy, as returned by GET /api/v1/evidence/policies/ID
  --key PEM        the issuer's public key, a file or --key=TEXT
  --log VKEY       keys of the log and its witnesses, a file or a line
  --offline        make no network requests; use the given keys or those of the file

Exit status: 0 success, 1 failing gaps or invalid receipts, 2 incorrect usage or unreadable files.
`

const OPTIONS = {
  ...COMMON_OPTIONS,
  policy: { type: 'string' },
  content: { type: 'string' },
  key: { type: 'string' },
  log: { type: 'string' },
  offline: { type: 'boolean' },
  'fail-on': { type: 'string' },
  sarif: { type: 'boolean' },
  github: { type: 'boolean' },
} as const

type EvidenceCall = Call<typeof OPTIONS>

const failingSeverities = (level: string): readonly Severity[] => {
  if (level === 'never') return []
  const last = SEVERITIES.indexOf(level as Severity)
  if (last < 0) throw new Failure(EXIT.usage, `--fail-on must be critical, major, minor or never, not ${level}`)
  return SEVERITIES.slice(0, last + 1)
}

const check = async ({ flags, words: paths, terminal: { out } }: EvidenceCall): Promise<number> => {
  if (paths.length === 0) throw new Failure(EXIT.usage, 'check requires a file. See evidence --help')
  const failing = failingSeverities(flags['fail-on'] ?? 'critical')
  const policy = await readPolicy(flags.policy ?? DEFAULT_POLICY)
  const fileVerdicts: FileVerdict[] = []
  for (const path of paths) {
    const { content, text } = await readContentFile(path)
    fileVerdicts.push({ path, text, verdict: validate(content, policy) })
  }
  if (flags.json) out(jsonReport(fileVerdicts))
  else if (flags.sarif) out(sarifReport(fileVerdicts, policy))
  else out(flags.github ? githubReport(fileVerdicts) : plainReport(fileVerdicts))
  const isFailing = fileVerdicts.some(({ verdict }) => verdict.gaps.some(({ severity }) => failing.includes(severity)))
  return isFailing ? EXIT.failed : EXIT.ok
}

const listPolicies = async ({ flags, terminal: { out } }: EvidenceCall): Promise<number> => {
  const policies = POLICIES.map((policy) => ({ ...policy, sha256: policySha256(policy) }))
  if (flags.json) out(`${JSON.stringify(policies, null, 2)}\n`)
  else
    for (const { id, version, name, appliesTo, requirements, sha256 } of policies)
      out(
        `${`${id}@${version}`.padEnd(30)} ${name}: ${requirements.length} requirements\n    ${appliesTo}\n    sha256 ${sha256}\n`,
      )
  return EXIT.ok
}

/**
 * Runs the program.
 * @returns the exit status: 0 success, 1 failing gaps or invalid receipts, 2 incorrect usage or unreadable files
 */
export const commandLine: (argv: readonly string[], terminal: Terminal) => Promise<number> = commandLineOf({
  name: 'evidence',
  help: HELP,
  options: OPTIONS,
  errorStatus: EXIT.usage,
  run: dispatch<typeof OPTIONS>({
    program: 'evidence',
    help: HELP,
    commands: {
      check: { run: check, flags: ['policy', 'fail-on', 'sarif', 'github'] },
      policies: { run: listPolicies, flags: [] },
      verify: {
        run: ({ flags, words, terminal }) => verify(words, flags, terminal),
        flags: ['content', 'policy', 'key', 'log', 'offline'],
      },
    },
  }),
})

export const start = (): Promise<void> => startProgram(commandLine, process.argv.slice(2))
