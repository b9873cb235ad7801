import { describe, expect, it } from 'vitest'
import { DOMAIN_PARTS } from '../../lib/domains/parts.ts'
import { SERVICES } from '../../lib/services.ts'
import { CONFIGURED, synthesize } from './synth.ts'

const variablesOf = (synth: ReturnType<typeof synthesize>, bundle: string) =>
  synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === bundle)?.Properties
    .Environment.Variables

describe('a function that asks the API of a sibling', () => {
  it('may read the secret that signs its calls; one that only names the API may not', () => {
    const synth = synthesize('prod')
    const readsSecret = (stack: string) =>
      synth
        .of('AWS::IAM::Policy')
        .filter((policy) => policy.stack === stack)
        .some(({ Properties }) => JSON.stringify(Properties.PolicyDocument).includes('PlatformCallsSecret'))
    expect(variablesOf(synth, 'platform-images-api').PLATFORM_CALLS_SECRET).toBeDefined()
    expect(readsSecret('signet-prod-platform-images')).toBe(true)
    expect(variablesOf(synth, 'accounts-api').PLATFORM_CALLS_SECRET).toBeUndefined()
    expect(readsSecret('signet-prod-accounts')).toBe(false)
  })
})

describe('a function that knows the address of a sibling', () => {
  it('is told the address of its stack, and of an API that nobody serves that there is none', () => {
    const services = SERVICES.filter(({ service }) => service.name !== 'runtime')
    const variables = variablesOf(synthesize('prod', {}, { services, parts: DOMAIN_PARTS }), 'accounts-api')
    expect(variables.IMAGES_PUBLIC_URL).toEqual({
      'Fn::GetStackOutput': { StackName: 'signet-prod-images-api', OutputName: 'Url' },
    })
    expect(variables.RUNTIME_PUBLIC_URL).toBe('none')
  })

  it('is told the address that callers see, where one is configured', () => {
    const variables = variablesOf(synthesize('prod', CONFIGURED), 'accounts-api')
    expect([variables.IMAGES_PUBLIC_URL, variables.RUNTIME_PUBLIC_URL]).toEqual([
      CONFIGURED.SIGNET_PUBLIC_URL_IMAGES,
      CONFIGURED.SIGNET_PUBLIC_URL_RUNTIME,
    ])
  })

  it('may read the sessions of people where its access says so, and write none', () => {
    const synth = synthesize('prod')
    const rights = synth
      .of('AWS::IAM::Policy')
      .filter(({ stack }) => stack === 'signet-prod-images')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter((statement) => JSON.stringify(statement.Condition ?? {}).includes('SESSION#*'))
    expect(rights.map(({ Action }) => Action)).toEqual(['dynamodb:GetItem'])
  })
})
