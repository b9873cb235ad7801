import { parseArgs } from 'node:util'
import { modelSteps } from './smoke/models.ts'
import { lineOf } from './smoke/report.ts'
import { runSmoke } from './smoke/run-smoke.ts'
import { targetOf } from './smoke/target.ts'

const help = `npm run smoke -- <target> [--json]

Tries the whole once, as a caller: signs in, makes a key, draws the cheapest image and fetches it, uploads a conversation
and finds it, evaluates a flag over OFREP, shows the state of a rate, asks each configured model once; then removes what
it made. Costs one draft image and some tokens.

  <target>   a stage of the account and region of your AWS credentials; local (npm start), emulator (npm run deploy:local);
             a stack.json; or the address of one host at which all APIs are
  --json     one JSON object a step
  --help     this text

From the environment, never printed:
  SIGNET_SMOKE_SESSION      value of the cookie auth.session_token of a test person; without it sign-in is skipped
  SIGNET_SMOKE_KEY          key of the platform, where there is no session to make one with
  SIGNET_SMOKE_IMAGES_KEY   key of the image service: the image is then drawn there
  SIGNET_PROMPT_MODEL, SIGNET_EMBEDDING_MODEL   models that the stage is deployed with

Ends with 0 when nothing failed, 1 when something did, 2 when the target is not there.`

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
      `"${name}" cannot be looked at as a stage, and is no file: ${error instanceof Error ? error.message : error}`,
    )
  })
  const outcomes = await runSmoke(target, modelSteps(process.env), (outcome) =>
    console.log(values.json ? JSON.stringify(outcome) : lineOf(outcome)),
  )
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
  if (!values.json) console.log(failed === 0 ? '\nnothing failed' : `\n${failed} of ${outcomes.length} steps failed`)
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
