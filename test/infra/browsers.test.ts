import { describe, expect, it } from 'vitest'
import type { Platform } from '../../lib/create-stacks.ts'
import { bundleOf, SERVICES } from '../../lib/services.ts'
import {
  CONFIGURED_ENV,
  FIRST_SERVICES,
  methodsOf,
  OTHERWISE_CONFIGURED,
  type Properties,
  type Synth,
  synthesize,
  WITHOUT_SERVICES,
} from './synth.ts'

const errorsOf = (synth: Synth): Properties[] =>
  synth.of('AWS::ApiGateway::GatewayResponse').map(({ Properties }) => Properties)
const preflights = (synth: Synth) =>
  methodsOf(synth, 'signet-prod-images-api').filter(({ method }) => method === 'OPTIONS')
const headerOf =
  (name: string) =>
  ({ ResponseParameters = {} }: Properties): unknown =>
    ResponseParameters[`gatewayresponse.header.${name}`]
const originOf = headerOf('Access-Control-Allow-Origin')
const credentialsOf = headerOf('Access-Control-Allow-Credentials')

/** Functions that answer callers, with the API of each. */
const servingFunctions = SERVICES.flatMap(({ service, access }) =>
  Object.entries(access).flatMap(([fn, { serves }]) =>
    serves ? [[bundleOf(service, fn), service.api ?? ''] as const] : [],
  ),
)

describe('pages of other origins', () => {
  it('get no response unless origins are configured', () => {
    const synth = synthesize('prod')
    expect(preflights(synth)).toEqual([])
    expect(errorsOf(synth).map(originOf).filter(Boolean)).toEqual([])
  })

  it('may call every path and read errors of the gateway', () => {
    const synth = synthesize('prod', CONFIGURED_ENV)
    // Functions answer preflights; the gateway has no methods for them.
    expect(preflights(synth)).toEqual([])
    expect(new Set(errorsOf(synth).map(originOf))).toEqual(new Set(["'https://app.example'"]))
    expect(new Set(errorsOf(synth).map(credentialsOf))).toEqual(new Set(["'true'"]))
    const functions = synth.of('AWS::Lambda::Function').map(({ Properties }) => Properties.Environment.Variables)
    expect(functions.filter(({ CORS_ORIGINS }) => CORS_ORIGINS === 'https://app.example')).toHaveLength(
      servingFunctions.length,
    )
  })

  it('with several configured origins, the response names the origin of the request, which the gateway cannot choose', () => {
    const synth = synthesize('prod', OTHERWISE_CONFIGURED)
    expect(new Set(errorsOf(synth).map(originOf))).toEqual(new Set(['method.request.header.Origin']))
    expect(new Set(errorsOf(synth).map(credentialsOf))).toEqual(new Set(["'true'"]))
  })

  it('with any origin permitted, cookies are refused: browsers send no credentials with *', () => {
    const synth = synthesize('prod', { SIGNET_CORS_ORIGINS: '*' }, FIRST_SERVICES)
    expect(new Set(errorsOf(synth).map(originOf))).toEqual(new Set(["'*'"]))
    expect(errorsOf(synth).map(credentialsOf).filter(Boolean)).toEqual([])
  })
})

describe('the sign-in pages', () => {
  const client = (synth: Synth) => synth.of('AWS::Cognito::UserPoolClient')[0]?.Properties

  it('use managed login at their own domain, with password or passkey', () => {
    const synth = synthesize('prod')
    expect(synth.of('AWS::Cognito::UserPoolDomain')[0]?.Properties.ManagedLoginVersion).toBe(2)
    expect(synth.of('AWS::Cognito::ManagedLoginBranding')[0]?.Properties.UseCognitoProvidedValues).toBe(true)
    expect(synth.of('AWS::Cognito::UserPool')[0]?.Properties.Policies.SignInPolicy.AllowedFirstAuthFactors).toEqual([
      'PASSWORD',
      'WEB_AUTHN',
    ])
  })

  it('the client has no secret and may use only the code grant with PKCE', () => {
    const synth = synthesize('prod', CONFIGURED_ENV)
    expect(client(synth)).toMatchObject({
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      GenerateSecret: false,
      CallbackURLs: ['https://signet.example/api/auth/callback'],
      LogoutURLs: ['https://signet.example/'],
      PreventUserExistenceErrors: 'ENABLED',
    })
  })

  it('offer Google if it is configured; its secret is in no template', () => {
    const synth = synthesize('prod', CONFIGURED_ENV)
    expect(client(synthesize('prod'))?.SupportedIdentityProviders).toEqual(['COGNITO'])
    expect(client(synth)?.SupportedIdentityProviders).toEqual(['COGNITO', 'Google'])
    const [google] = synth.of('AWS::Cognito::UserPoolIdentityProvider')
    expect(JSON.stringify(google?.Properties.ProviderDetails)).toContain('resolve:secretsmanager')
    expect(() => synthesize('prod', { SIGNET_GOOGLE_CLIENT: 'client' })).toThrow(/SIGNET_GOOGLE_SECRET: requires/)
  })

  it('exist even if another issuer creates sessions', () => {
    const synth = synthesize('prod', OTHERWISE_CONFIGURED)
    expect(synth.of('AWS::Cognito::UserPool')).toHaveLength(1)
    expect(synth.templates['signet-prod-data']?.Outputs.SessionIssuer.Value).toBe('https://id.example')
  })
})

describe('the public address', () => {
  it('reaches the functions of its API as a variable', () => {
    const synth = synthesize('prod', CONFIGURED_ENV)
    const urls = synth.of('AWS::Lambda::Function').flatMap(({ Metadata, Properties }) => {
      const { PUBLIC_URL } = Properties.Environment.Variables
      return PUBLIC_URL ? [[Metadata?.['signet:bundle'], PUBLIC_URL]] : []
    })
    const configured: Record<string, string> = {
      platform: 'https://signet.example',
      images: 'https://images.example',
      runtime: CONFIGURED_ENV.SIGNET_PUBLIC_URL_RUNTIME,
    }
    expect(Object.fromEntries(urls)).toEqual(
      Object.fromEntries(servingFunctions.map(([bundle, api]) => [bundle, configured[api] ?? 'none'])),
    )
  })
})

describe('a disposable stage', () => {
  it('empties its buckets before deletion; a lasting stage, a laptop and an emulator do not', () => {
    // Buckets belong to no service.
    const emptying = (stage: string, platform?: Platform) =>
      synthesize(stage, {}, platform)
        .of('Custom::S3AutoDeleteObjects')
        .map(({ stack }) => stack)
    expect(emptying('test')).toEqual(Array(6).fill('signet-test-data'))
    expect(emptying('prod')).toEqual([])
    expect([...emptying('local', WITHOUT_SERVICES), ...emptying('emulator', WITHOUT_SERVICES)]).toEqual([])
  })
})
