import {
  type CloudFormationClient,
  ListStackResourcesCommand,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation'
import {
  DeleteFunctionCommand,
  type LambdaClient,
  ListAliasesCommand,
  ListVersionsByFunctionCommand,
} from '@aws-sdk/client-lambda'

const RETAINED_VERSIONS = 5

interface Clients {
  readonly cloudFormation: Pick<CloudFormationClient, 'send'>
  readonly lambda: Pick<LambdaClient, 'send'>
}

/** Returns the numbered versions that may be removed: not among the last few, and not the target of an alias. */
export const removableVersions = (versions: readonly string[], aliased: readonly string[]): readonly string[] => {
  const numbered = versions.filter((version) => /^\d+$/.test(version)).sort((a, b) => Number(b) - Number(a))
  return numbered.slice(RETAINED_VERSIONS).filter((version) => !aliased.includes(version))
}

const functionsOf = async ({ cloudFormation }: Clients, StackName: string): Promise<readonly string[]> => {
  const resources: StackResourceSummary[] = []
  for (let NextToken: string | undefined, more = true; more; ) {
    const page = await cloudFormation.send(new ListStackResourcesCommand({ StackName, NextToken }))
    resources.push(...(page.StackResourceSummaries ?? []))
    NextToken = page.NextToken
    more = NextToken !== undefined
  }
  return resources.flatMap(({ ResourceType, PhysicalResourceId }) =>
    ResourceType === 'AWS::Lambda::Function' && PhysicalResourceId ? [PhysicalResourceId] : [],
  )
}

const versionsOf = async ({ lambda }: Clients, FunctionName: string): Promise<readonly string[]> => {
  const versions: string[] = []
  for (let Marker: string | undefined, more = true; more; ) {
    const page = await lambda.send(new ListVersionsByFunctionCommand({ FunctionName, Marker }))
    versions.push(...(page.Versions ?? []).flatMap(({ Version }) => Version ?? []))
    Marker = page.NextMarker
    more = Marker !== undefined
  }
  return versions
}

const aliasedVersions = async ({ lambda }: Clients, FunctionName: string): Promise<readonly string[]> => {
  const { Aliases = [] } = await lambda.send(new ListAliasesCommand({ FunctionName }))
  return Aliases.flatMap(({ FunctionVersion, RoutingConfig }) => [
    ...(FunctionVersion ? [FunctionVersion] : []),
    ...Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {}),
  ])
}

/**
 * Removes old versions of these stacks' functions, which CloudFormation retains.
 * @returns Number of removed versions.
 */
export const removeOldVersions = async (clients: Clients, stacks: readonly string[]): Promise<number> => {
  let removed = 0
  for (const stack of stacks) {
    for (const fn of await functionsOf(clients, stack)) {
      const versions = await versionsOf(clients, fn)
      // The list also has `$LATEST`.
      if (versions.length <= RETAINED_VERSIONS + 1) continue
      for (const Qualifier of removableVersions(versions, await aliasedVersions(clients, fn))) {
        await clients.lambda.send(new DeleteFunctionCommand({ FunctionName: fn, Qualifier }))
        removed += 1
      }
    }
  }
  return removed
}
