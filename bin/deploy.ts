import { execFileSync } from 'node:child_process'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { readConfig } from '../lib/config.ts'
import { deploySteps, edgeVariables, isFirstDeployment } from '../lib/deployment-steps.ts'
import { EDGE_REGION } from '../lib/edge-config.ts'
import { removeOldVersions } from '../lib/old-versions.ts'
import { SERVICES } from '../lib/services.ts'

type Variables = Readonly<Record<string, string | undefined>>

const isEdgeRequested = ({ SIGNET_EDGE, SIGNET_PUBLIC_URL_PLATFORM }: Variables): boolean =>
  SIGNET_EDGE === 'on' && !SIGNET_PUBLIC_URL_PLATFORM

const printAddresses = (addresses: Readonly<Record<string, string>>): void => {
  const lines = Object.entries(addresses).map(([name, value]) => `  ${name}=${value}`)
  console.log(`For commands of the CDK without "npm run deploy", such as "npx cdk diff", set:\n${lines.join('\n')}`)
}

/**
 * Deploys the stage of the configuration. Two features need a second step: deletion protection waits for all stacks,
 * and closed APIs wait for the edge. Further arguments are passed to `cdk deploy`.
 */
const deploy = async (): Promise<void> => {
  const requestsEdge = isEdgeRequested(process.env)
  const variables = requestsEdge ? { ...process.env, SIGNET_EDGE: 'pending' } : process.env
  // The version is not used here.
  const { stage, archiveCollection } = readConfig(variables, '0.0.0')
  const nameOf = (stack: string) => `signet-${stage}-${stack}`
  const dataStacks = ['data', ...(archiveCollection === 'none' ? [] : ['ai'])].map(nameOf)
  const cloudFormation = new CloudFormationClient({})
  const edgeOf = () => edgeVariables(new CloudFormationClient({ region: EDGE_REGION }), nameOf('edge'))
  const isFirst = await isFirstDeployment(cloudFormation, nameOf('data'))
  const edgeAtStart = requestsEdge ? await edgeOf() : {}
  const createsEdge = edgeAtStart === undefined
  if (isFirst)
    console.log(`${nameOf('data')} does not exist yet. A second step protects it against deletion, after all stacks.`)
  if (createsEdge)
    console.log('The edge does not exist yet. A second step closes the APIs to other callers, after the edge.')
  for (const { args, protection, edge } of deploySteps({ isFirst, createsEdge }, dataStacks)) {
    const addresses =
      edge === 'created' ? await edgeOf() : edge === 'unknown' ? { SIGNET_EDGE: 'pending' } : edgeAtStart
    if (addresses === undefined) throw new Error(`${nameOf('edge')} has no outputs: see its events in CloudFormation`)
    const env = { ...process.env, ...addresses, SIGNET_PROTECTION: protection }
    execFileSync('npx', ['cdk', ...args, ...process.argv.slice(2)], { env, stdio: 'inherit' })
  }
  const edgeAddresses = requestsEdge ? await edgeOf() : undefined
  if (edgeAddresses && !process.env.SIGNET_DOMAIN) printAddresses(edgeAddresses)
  const stacks = SERVICES.map(({ service }) => nameOf(service.name))
  await removeOldVersions({ cloudFormation, lambda: new LambdaClient({}) }, stacks).then(
    (removed) => removed > 0 && console.log(`${removed} old function versions removed`),
    // The next deployment removes them.
    (error: unknown) => console.warn(`Deployed. Old function versions were not removed: ${String(error)}`),
  )
}

deploy().catch((error: unknown) => {
  const isCdkFailure = error instanceof Error && 'status' in error
  // The CDK has printed the error.
  if (!isCdkFailure) console.error(`Not deployed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})
