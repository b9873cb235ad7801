import { modelSteps } from './smoke/models.ts'
import { lineOf, runStep } from './smoke/report.ts'

/**
 * Calls each configured Amazon Bedrock model once, with the caller's AWS credentials, and reports missing access. The
 * first call of a model subscribes the account to it, so an administrator runs this once.
 */
for (const step of modelSteps(process.env)) {
  const outcome = await runStep(step)
  if (outcome.outcome === 'failed') process.exitCode = 1
  console.log(lineOf(outcome))
}
