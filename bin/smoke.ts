import { parseArgs } from 'node:util'
import { modelSteps } from './smoke/models.ts'
import { lineOf } from './smoke/report.ts'
import { runSmoke } from './smoke/run-smoke.ts'
import { targetOf } from './smoke/target.ts'

const help = `npm run smoke -- <target> [--json]

Runs an end-to-end test as a caller: signs in, creates a key, generates the cheapest image and fetches it, uploads and finds
a conversation, evaluates a flag over OFREP, shows the state of a rate limit and calls each configured model once. Then it
deletes everything that it created. Costs one draft image and some tokens.

  <target>   a stage of the account and region of your AWS credentials; local (npm start), emulator (npm run deploy:local);
             a stack.json; or the address of one host with all APIs
  --json     print one JSON object per step
  --help     print this help

Environment variables (never printed):
  SIGNET_SMOKE_SESSION      value of the cookie auth.session_token of a test user; without it sign-in is skipped
  SIGNET_SMOKE_KEY          key of the platform, if there is no session to create one
  SIGNET_SMOKE_IMAGES_KEY   key of the image service, which then generates the image
  SIGNET_PROMPT_MODEL, SIGNET_EMBEDDING_MODEL   models of the stage

exit codes: 0 no step failed, 1 at least one step failed, 2 the target does not exist`

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  })
  const [name] = positionals
  if (values.help || name === undefined) {
    console.log(help)
    return values.help ? 0 : 2
  }
  const target = await targetOf(name, process.env).catch((error: unknown) => {
    throw new Error(
      `"${name}" is not a valid target (stage, local, emulator, stack.json or URL): ${error instanceof Error ? error.message : error}`,
    )
  })
  const outcomes = await runSmoke(target, modelSteps(process.env), (outcome) =>
    console.log(values.json ? JSON.stringify(outcome) : lineOf(outcome)),
  )
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
  if (!values.json) console.log(failed === 0 ? '\nNo step failed.' : `\n${failed} of ${outcomes.length} steps failed.`)
  return failed === 0 ? 0 : 1
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  },
)
