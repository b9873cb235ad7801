import { commandLineOf, dispatch } from '@signet/command-line'
import { EVERYWHERE } from '../command-line/service-options.ts'
import { classify } from './classify.ts'
import { OPTIONS } from './client.ts'
import { grade } from './grade.ts'
import { loop } from './loop.ts'
import { runSpread, spreads } from './reading.ts'
import { replay } from './replay.ts'
import { scaffold } from './scaffold.ts'

const NAME = 'signet runtime'

const HELP = `signet runtime - readings, scaffolds and grades on the command line
  signet runtime run <spread|file.script> [flags]   a reading as Markdown: what applies, why, and what to do
  signet runtime loop <intention> [flags]           an interview: asks what decides most, ends with a report
  signet runtime spreads                            the spreads that can be run by name
  signet runtime classify <intention>               the pattern of an intention, and its traits
  signet runtime scaffold <intention> --output DIR  a project that runs; an existing scaffold is brought up to date
  signet runtime grade <file> [flags]               the best next edit first
  signet runtime replay <file|hash>                 a reading replayed, byte for byte
run, loop
  --intention TEXT         what is to be built or decided, in words (run)
  --spread NAME|FILE       what the interview is about (loop; default threat_model)
  --state NAME=VALUE       a known fact; may be repeated. yes, no and numbers are read as such, commas make a list
  --seed N                 the same seed draws the same cards
  --inscribe               store and sign it: it has a receipt
  --lenient                positions with fewer cards than requested are no error (run)
  --check                  only check the script (run)
  --output FILE            write the report there (loop)
scaffold
  --output DIR             an empty folder, or one that contains a scaffold; edits are never overwritten
  --name NAME              name of the project
  --target TARGET          aws, cloudflare or both (default aws)
  --pattern ID             instead of the one that the intention is classified as
grade
  --kind KIND              adr, threat_model, test_plan, runbook, postmortem, launch_review, risk_assessment,
                           financial_model, plan, proposal, scaffold, advisory (default: by the name of the file)
  --intention TEXT         the purpose of the text (default: its first heading)
  --minimum N              exit code 1 below this aggregate, 0 to 1
  --rubric DECK            (default rubric-core)
every command
  --url URL                address of the runtime (default: SIGNET_RUNTIME_URL or RUNTIME_URL, then the local stack)
  --key KEY                API key (default: SIGNET_RUNTIME_API_KEY or RUNTIME_API_KEY, then the demo key of the local stack)
  --json                   JSON, for programs
  --help                   this text
An interview ends with its report, also after /done, Ctrl-D or Ctrl-C.
exit codes: 0 done, 1 below the minimum, other bytes or a conflict, 2 wrong usage, 3 refused by the service, 4 not reachable
`

export const commandLine = commandLineOf({
  name: NAME,
  help: HELP,
  options: OPTIONS,
  run: dispatch<typeof OPTIONS>({
    program: NAME,
    help: HELP,
    everywhere: EVERYWHERE,
    commands: {
      run: { run: runSpread, flags: ['intention', 'state', 'seed', 'inscribe', 'lenient', 'check'] },
      spreads: { run: spreads, flags: [] },
      loop: { run: loop, flags: ['spread', 'state', 'seed', 'inscribe', 'output'] },
      classify: { run: classify, flags: [] },
      scaffold: { run: scaffold, flags: ['output', 'name', 'target', 'pattern', 'seed', 'inscribe'] },
      grade: { run: grade, flags: ['kind', 'intention', 'minimum', 'rubric'] },
      replay: { run: replay, flags: [] },
    },
  }),
})
