import { COMMON_OPTIONS, readArguments, requireArgument } from '../command-line/arguments.mjs'
import { EXIT, Failure } from '../command-line/failure.mjs'

/** The default address: the local runner on this machine. */
export const DEFAULT_URL = 'http://127.0.0.1:4003'

export const HELP = `runtime - readings, scaffolds and grades on the command line
  runtime run <spread|file.script> [flags]   a reading as Markdown: what applies, why, and what to do
  runtime loop <intention> [flags]           an interview: asks what decides most, ends with a report
  runtime spreads                            the spreads that can be run by name
  runtime classify <intention>               which pattern it is, and what it says of what is to be built
  runtime scaffold <intention> --output DIR  a project that runs; where one is, it is brought up to date
  runtime grade <file> [flags]               the best next edit first
  runtime replay <file|hash>                 a reading done again, byte for byte
run, loop
  --intention TEXT         what is to be built or decided, in words (run)
  --spread NAME|FILE       what the interview is about (loop; default threat_model)
  --state NAME=VALUE       a fact that is known; may be repeated. yes, no and numbers are read as such, commas make a list
  --seed N                 the same seed draws the same cards
  --inscribe               keep and sign it: it has a receipt
  --lenient                positions with fewer cards than asked are no error (run)
  --check                  only check the script (run)
  --output FILE            write the report there (loop)
scaffold
  --output DIR             an empty folder, or one that holds a scaffold; what was edited is never overwritten
  --name NAME              name of the project
  --target TARGET          aws, cloudflare or both (default aws)
  --pattern ID             instead of the one that the intention is classified as
grade
  --kind KIND              adr, threat_model, test_plan, runbook, postmortem, launch_review, risk_assessment,
                           financial_model, plan, proposal, scaffold, advisory (default: by the name of the file)
  --intention TEXT         what the text was asked for (default: its first heading)
  --minimum N              exit code 1 below this aggregate, 0 to 1
  --rubric DECK            (default rubric-core)
everywhere
  --key KEY                API key (default: environment variable RUNTIME_API_KEY)
  --url URL                address of the runtime (default: RUNTIME_URL, else ${DEFAULT_URL})
  --json                   JSON, for programs
  --help                   this text
An interview ends with its report, also by /done, Ctrl-D or Ctrl-C.
exit codes: 0 done, 1 below the minimum, other bytes or a conflict, 2 wrong usage, 3 refused by the service, 4 not reachable`

const OPTIONS = /** @type {const} */ ({
  ...COMMON_OPTIONS,
  intention: { type: 'string' },
  spread: { type: 'string' },
  state: { type: 'string', multiple: true },
  seed: { type: 'string' },
  inscribe: { type: 'boolean' },
  lenient: { type: 'boolean' },
  check: { type: 'boolean' },
  output: { type: 'string' },
  name: { type: 'string' },
  target: { type: 'string' },
  pattern: { type: 'string' },
  kind: { type: 'string' },
  minimum: { type: 'string' },
  rubric: { type: 'string' },
})

/** @param {string[]} argv */
export const readCommand = (argv) => readArguments('runtime', argv, OPTIONS)

/** @typedef {ReturnType<typeof readCommand>['values']} Flags */
/** @typedef {(flags: Flags, env: NodeJS.ProcessEnv, rest: string[]) => Promise<void>} Command */

/** The one argument of a command. @param {string} command @param {string} what @param {string[]} rest */
export const argument = (command, what, rest) => requireArgument('runtime', command, what, rest)

/** @param {string | undefined} text */
export const seedOf = (text) => {
  if (text === undefined) return undefined
  const seed = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed
  throw new Failure(EXIT.usage, `--seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER} (got ${text})`)
}
