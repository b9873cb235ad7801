import { beforeAll, describe, expect, it } from 'vitest'
import { PLATFORM, type Platform } from '../../lib/create-stacks.ts'
import { ROLLBACK_ALARMS } from '../../lib/operations/alarms.ts'
import { bundleOf } from '../../lib/services.ts'
import { FIRST_SERVICES, idOf, type Resource, type Synth, synthesize } from './synth.ts'

/** The maximum of resources in a stack, of CloudFormation and of the CDK. */
const RESOURCES_MAX = 500

let disposable: Synth
let prod: Synth
beforeAll(() => {
  disposable = synthesize('test')
  prod = synthesize('prod')
})

const servingOf = ({ services }: Platform): string[] =>
  services
    .flatMap(({ service, access }) =>
      Object.entries(access).flatMap(([fn, { serves }]) => (serves ? [bundleOf(service, fn)] : [])),
    )
    .sort()
const bundleOfAlias = (synth: Synth, { stack, Properties }: Resource): string =>
  synth.of('AWS::Lambda::Function').find((each) => each.stack === stack && each.id === idOf(Properties.FunctionName))
    ?.Metadata?.['signet:bundle']

describe('every function that serves requests', () => {
  it('has the alias live on its current version, in every kind of stage', () => {
    for (const [synth, platform] of [
      [disposable, PLATFORM],
      [prod, PLATFORM],
      [synthesize('emulator', {}, FIRST_SERVICES), FIRST_SERVICES],
    ] as const) {
      const aliases = synth.of('AWS::Lambda::Alias')
      expect(aliases.map((alias) => bundleOfAlias(synth, alias)).sort()).toEqual(servingOf(platform))
      for (const { Properties } of aliases) expect(Properties.Name).toBe('live')
    }
  })

  it('gateways and function URLs invoke the alias only', () => {
    const uris = [
      ...prod.of('AWS::ApiGateway::Method').flatMap(({ Properties: { Integration } }) =>
        // Integrations of the type AWS do not invoke functions.
        Integration.Type === 'AWS' ? [] : (Integration.Uri ?? []),
      ),
      ...prod.of('AWS::ApiGateway::Authorizer').map(({ Properties }) => Properties.AuthorizerUri),
    ]
    expect(uris.length).toBeGreaterThan(100)
    for (const uri of uris) expect(JSON.stringify(uri)).toMatch(/"OutputName":"[^"]*Ref\w*Live/)
    for (const { Properties } of prod.of('AWS::Lambda::Url')) expect(Properties.Qualifier).toBe('live')
  })

  it('retains versions for a rollback in lasting stages only', () => {
    const deletionPolicies = (synth: Synth) =>
      new Set(synth.of('AWS::Lambda::Version').map(({ DeletionPolicy }) => DeletionPolicy))
    expect(deletionPolicies(prod)).toEqual(new Set(['RetainExceptOnCreate']))
    expect(deletionPolicies(disposable)).toEqual(new Set(['Delete']))
  })
})

describe('a shift to new versions', () => {
  const groups = (synth: Synth) => synth.of('AWS::CodeDeploy::DeploymentGroup')

  it('starts with a tenth of the requests in production, and is immediate elsewhere', () => {
    const deploymentConfigs = (synth: Synth) =>
      new Set(groups(synth).map(({ Properties }) => Properties.DeploymentConfigName))
    expect(deploymentConfigs(prod)).toEqual(new Set(['CodeDeployDefault.LambdaCanary10Percent5Minutes']))
    expect(deploymentConfigs(synthesize('staging', {}, FIRST_SERVICES))).toEqual(
      new Set(['CodeDeployDefault.LambdaAllAtOnce']),
    )
    expect(groups(prod)).toHaveLength(servingOf(PLATFORM).length)
    for (const { UpdatePolicy } of prod.of('AWS::Lambda::Alias') as readonly (Resource & { UpdatePolicy?: object })[])
      expect(UpdatePolicy).toHaveProperty('CodeDeployLambdaAliasUpdate')
  })

  it('rolls back by alarms that exist before the service is deployed', () => {
    const names = prod.of('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties.AlarmName)
    for (const { id, Properties } of groups(prod)) {
      const watched = Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: string }) => Name)
      expect(watched, id).toEqual(ROLLBACK_ALARMS.map((name) => `signet-prod-${name}`))
      for (const name of watched) expect(names, id).toContain(name)
      expect(Properties.AutoRollbackConfiguration, id).toMatchObject({ Enabled: true })
      expect(Properties.AutoRollbackConfiguration.Events, id).toContain('DEPLOYMENT_STOP_ON_ALARM')
    }
  })

  it('does not exist without CodeDeploy or alarms', () => {
    for (const synth of [
      disposable,
      synthesize('emulator', {}, FIRST_SERVICES),
      synthesize('local', {}, FIRST_SERVICES),
    ])
      expect(synth.resources.filter(({ Type }) => Type.startsWith('AWS::CodeDeploy::'))).toEqual([])
  })
})

describe('every stack', () => {
  it("stays well below CloudFormation's limit of resources", () => {
    const counts = new Map<string, number>()
    for (const { stack } of prod.resources) counts.set(stack, (counts.get(stack) ?? 0) + 1)
    for (const [stack, count] of counts) expect(count, stack).toBeLessThan(RESOURCES_MAX * 0.8)
  })
})
