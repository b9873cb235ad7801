import { modelSteps } from './smoke/models.ts'
import { lineOf, runStep } from './smoke/report.ts'

/**
 * Asks each model of Amazon Bedrock that the configuration names once, with the credentials of whoever runs it, and says what
 * is missing. The first call of a model in an account subscribes to it, so an administrator runs this once.
 */
for (const step of modelSteps(process.env)) {
  const outcome = await runStep(step)
  if (outcome.outcome === 'failed') process.exitCode = 1
  console.log(lineOf(outcome))
}
