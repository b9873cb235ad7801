import { execFileSync } from 'node:child_process'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { readConfig } from '../lib/config.ts'
import { deploySteps, edgeVariables, isFirstDeployment } from '../lib/deployment-steps.ts'
import { EDGE_REGION } from '../lib/edge-config.ts'
import { removeOldVersions } from '../lib/old-versions.ts'
import { SERVICES } from '../lib/services.ts'

type Variables = Readonly<Record<string, string | undefined>>

const asksForEdge = ({ SIGNET_EDGE, SIGNET_PUBLIC_URL_PLATFORM }: Variables): boolean =>
  SIGNET_EDGE === 'on' && !SIGNET_PUBLIC_URL_PLATFORM

const tellAddresses = (addresses: Readonly<Record<string, string>>): void => {
  const lines = Object.entries(addresses).map(([name, value]) => `  ${name}=${value}`)
  console.log(`For commands of the CDK without "npm run deploy", such as "npx cdk diff", set:\n${lines.join('\n')}`)
}

/**
 * Deploys the stage of the configuration, in two steps where one waits for what the other makes: the protection of data for all,
 * and closed APIs for the edge. Further arguments go to `cdk deploy`.
 */
const deploy = async (): Promise<void> => {
  const asks = asksForEdge(process.env)
  const variables = asks ? { ...process.env, SIGNET_EDGE: 'pending' } : process.env
  const { stage, archiveCollection } = readConfig(variables, '0.0.0')
  const nameOf = (stack: string) => `signet-${stage}-${stack}`
  const holdingData = ['data', ...(archiveCollection === 'none' ? [] : ['ai'])].map(nameOf)
  const cloudFormation = new CloudFormationClient({})
  const edgeOf = () => edgeVariables(new CloudFormationClient({ region: EDGE_REGION }), nameOf('edge'))
  const isFirst = await isFirstDeployment(cloudFormation, nameOf('data'))
  const edgeAtStart = asks ? await edgeOf() : {}
  const makesEdge = edgeAtStart === undefined
  if (isFirst)
    console.log(`${nameOf('data')} is not there yet: its protection against deletion follows once everything is.`)
  if (makesEdge) console.log('The edge is not there yet: the APIs are closed to others in a second step, once it is.')
  for (const { args, protection, edge } of deploySteps({ isFirst, makesEdge }, holdingData)) {
    const addresses = edge === 'made' ? await edgeOf() : edge === 'unknown' ? { SIGNET_EDGE: 'pending' } : edgeAtStart
    if (addresses === undefined) throw new Error(`${nameOf('edge')} has no outputs: see its events in CloudFormation`)
    const env = { ...process.env, ...addresses, SIGNET_PROTECTION: protection }
    execFileSync('npx', ['cdk', ...args, ...process.argv.slice(2)], { env, stdio: 'inherit' })
  }
  const made = asks ? await edgeOf() : undefined
  if (made && !process.env.SIGNET_DOMAIN) tellAddresses(made)
  const stacks = SERVICES.map(({ service }) => nameOf(service.name))
  await removeOldVersions({ cloudFormation, lambda: new LambdaClient({}) }, stacks).then(
    (removed) => removed > 0 && console.log(`${removed} old versions of functions were removed`),
    // The next deployment removes them.
    (error: unknown) => console.warn(`Everything was deployed; old versions of functions stay: ${String(error)}`),
  )
}

deploy().catch((error: unknown) => {
  const isOwn = error instanceof Error && 'status' in error
  // The CDK has said what is wrong.
  if (!isOwn) console.error(`Not deployed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})
