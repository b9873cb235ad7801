import { describe, expect, it } from 'vitest'
import { DOMAIN_PARTS } from '../../lib/domains/parts.ts'
import { SERVICES } from '../../lib/services.ts'
import { CONFIGURED_ENV, synthesize } from './synth.ts'

const variablesOf = (synth: ReturnType<typeof synthesize>, bundle: string) =>
  synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === bundle)?.Properties
    .Environment.Variables

describe('a function that calls the API of a sibling', () => {
  it('may read the secret that signs its calls; a function that only names the API may not', () => {
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

describe('a function with the address of a sibling', () => {
  it("gets the address of the sibling's stack, and an empty one for an API that is not served", () => {
    const services = SERVICES.filter(({ service }) => service.name !== 'runtime')
    const variables = variablesOf(synthesize('prod', {}, { services, parts: DOMAIN_PARTS }), 'accounts-api')
    expect(variables.IMAGES_PUBLIC_URL).toEqual({
      'Fn::GetStackOutput': { StackName: 'signet-prod-images-api', OutputName: 'Url' },
    })
    expect(variables.RUNTIME_PUBLIC_URL).toBe('none')
  })

  it('gets the public address if one is configured', () => {
    const variables = variablesOf(synthesize('prod', CONFIGURED_ENV), 'accounts-api')
    expect([variables.IMAGES_PUBLIC_URL, variables.RUNTIME_PUBLIC_URL]).toEqual([
      CONFIGURED_ENV.SIGNET_PUBLIC_URL_IMAGES,
      CONFIGURED_ENV.SIGNET_PUBLIC_URL_RUNTIME,
    ])
  })

  it('may read sessions if its access grants it, and cannot write them', () => {
    const synth = synthesize('prod')
    const rights = synth
      .of('AWS::IAM::Policy')
      .filter(({ stack }) => stack === 'signet-prod-images')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter((statement) => JSON.stringify(statement.Condition ?? {}).includes('SESSION#*'))
    expect(rights.map(({ Action }) => Action)).toEqual(['dynamodb:GetItem'])
  })
})
