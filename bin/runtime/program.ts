import { commandLineOf, dispatch } from '@signet/command-line'
import { COMMON_FLAGS } from '../command-line/service-options.ts'
import { classify } from './classify.ts'
import { OPTIONS } from './client.ts'
import { grade } from './grade.ts'
import { loop } from './loop.ts'
import { runSpread, spreads } from './reading.ts'
import { replay } from './replay.ts'
import { scaffold } from './scaffold.ts'

const NAME = 'signet runtime'

const HELP = `signet runtime - run readings and interviews, create scaffolds, grade texts
  signet runtime run <spread|file.script> [flags]   print a reading as Markdown: what applies, why, and what to do
  signet runtime loop <intention> [flags]           run an interview with the most decisive question first, then print a report
  signet runtime spreads                            list the spreads that can be run by name
  signet runtime classify <intention>               classify an intention into a pattern and its traits
  signet runtime scaffold <intention> --output DIR  create a runnable project, or update an existing scaffold
  signet runtime grade <file> [flags]               grade a text and list edits, the best one first
  signet runtime replay <file|hash>                 replay a reading and compare every byte
run, loop
  --intention TEXT         the system or decision, in words (run)
  --spread NAME|FILE       spread of the interview (loop; default threat_model)
  --state NAME=VALUE       a known fact: yes, no, a number, text, or a list with commas; can be repeated
  --seed N                 seed; the same seed draws the same cards
  --inscribe               store and sign the reading, and return a receipt
  --lenient                accept positions with fewer cards than requested (run)
  --check                  check the script without running it (run)
  --output FILE            file for the report (loop)
scaffold
  --output DIR             an empty folder, or one with a scaffold; your edits are never overwritten
  --name NAME              name of the project
  --target TARGET          aws, cloudflare or both (default aws)
  --pattern ID             pattern to use instead of classifying the intention
grade
  --kind KIND              adr, threat_model, test_plan, runbook, postmortem, launch_review, risk_assessment,
                           financial_model, plan, proposal, scaffold, advisory (default: from the file name)
  --intention TEXT         purpose of the text (default: its first heading)
  --minimum N              minimum aggregate from 0 to 1; below it, the exit code is 1
  --rubric DECK            deck of the rubric (default rubric-core)
every command
  --url URL                address of the runtime (default: SIGNET_RUNTIME_URL or RUNTIME_URL, then the local stack)
  --key KEY                API key (default: SIGNET_RUNTIME_API_KEY or RUNTIME_API_KEY, then the demo key of the local stack)
  --json                   print JSON
  --help                   print this help
An interview always ends with its report, including after /done, Ctrl-D or Ctrl-C.
exit codes: 0 success, 1 below the minimum, different bytes or a conflict, 2 invalid usage, 3 rejected by the service,
            4 service not reachable
`

export const commandLine = commandLineOf({
  name: NAME,
  help: HELP,
  options: OPTIONS,
  run: dispatch<typeof OPTIONS>({
    program: NAME,
    help: HELP,
    commonFlags: COMMON_FLAGS,
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
