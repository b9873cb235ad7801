import { execFileSync } from 'node:child_process'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { readConfig } from '../lib/config.ts'
import { deploySteps, isFirstDeployment } from '../lib/first-deployment.ts'
import { removeOldVersions } from '../lib/old-versions.ts'
import { SERVICES } from '../lib/services.ts'

/**
 * Deploys the stage of the configuration. The first deployment of a stage that keeps its data has two steps, so that one
 * that fails can be repeated. Further arguments go to `cdk deploy`.
 */
const { stage, archiveCollection } = readConfig(process.env, '0.0.0')
const holdingData = ['data', ...(archiveCollection === 'none' ? [] : ['ai'])].map((name) => `signet-${stage}-${name}`)
const [data = ''] = holdingData
try {
  const cloudFormation = new CloudFormationClient({})
  const isFirst = await isFirstDeployment(cloudFormation, data)
  if (isFirst) console.log(`${data} is not there yet: its protection against deletion follows once everything is.`)
  for (const { args, protection } of deploySteps(isFirst, holdingData)) {
    const env = { ...process.env, SIGNET_PROTECTION: protection }
    execFileSync('npx', ['cdk', ...args, ...process.argv.slice(2)], { env, stdio: 'inherit' })
  }
  const stacks = SERVICES.map(({ service }) => `signet-${stage}-${service.name}`)
  await removeOldVersions({ cloudFormation, lambda: new LambdaClient({}) }, stacks).then(
    (removed) => removed > 0 && console.log(`${removed} old versions of functions were removed`),
    // The next deployment removes them.
    (error: unknown) => console.warn(`Everything was deployed; old versions of functions stay: ${String(error)}`),
  )
} catch (error) {
  const isOwn = error instanceof Error && 'status' in error
  // The CDK has said what is wrong.
  if (!isOwn) console.error(`Nothing was deployed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
