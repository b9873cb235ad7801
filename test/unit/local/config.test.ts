import { readFileSync } from 'node:fs'
import { issuesKind } from '@signet/receipts'
import { describe, expect, it } from 'vitest'
import { Config, isDisposable, readConfig } from '../../../lib/config.ts'

/** Derived from the stage, the package or the CDK. */
const DERIVED_FIELDS = ['streaming', 'userPool', 'version', 'account', 'region']

const configOfStage = (stage: string) => readConfig({ SIGNET_STAGE: stage }, '1.0.0')

describe('the configuration of a deployment', () => {
  it.each([
    ['local', 'offline', true, true],
    ['test', 'offline', true, true],
    ['test-anna', 'offline', true, true],
    ['emulator', 'offline', true, false],
    ['dev', 'live', true, true],
    ['dev-anna', 'live', true, true],
    ['prod', 'live', false, true],
    ['testimony', 'live', false, true],
    ['localisation', 'live', false, true],
  ] as const)('stage %s has painters %s, disposable %s, streaming %s', (stage, painters, disposable, streaming) => {
    const config = configOfStage(stage)
    expect(config).toMatchObject({ stage, painters, streaming })
    expect(isDisposable(config)).toBe(disposable)
  })

  it('an error lists every invalid variable by its environment name', () => {
    const wrong = { SIGNET_STAGE: 'Prod', SIGNET_ALARM_EMAIL: 'nobody', SIGNET_PAINTERS: 'oil' }
    const message = (() => {
      try {
        return String(readConfig(wrong, '1.0.0'))
      } catch (error) {
        return String(error)
      }
    })()
    for (const variable of Object.keys(wrong)) expect(message).toContain(`  ${variable}: `)
    expect(message).not.toContain('SIGNET_ARCHITECTURE')
  })

  it('lists, numbers and URLs are read from the environment', () => {
    const config = readConfig(
      {
        SIGNET_CORS_ORIGINS: 'https://a.example, https://b.example',
        SIGNET_CONCURRENCY: '10',
        SIGNET_MONTHLY_BUDGET: '50',
        SIGNET_PUBLIC_URL_IMAGE_AGENTS: 'https://agents.example',
        SIGNET_CLIENT_ADDRESS_HEADER: 'cloudfront-viewer-address',
      },
      '1.0.0',
    )
    expect(config).toMatchObject({
      corsOrigins: ['https://a.example', 'https://b.example'],
      concurrency: 10,
      monthlyBudget: 50,
      publicUrls: { imageAgents: 'https://agents.example' },
      clientAddressHeader: 'cloudfront-viewer-address',
      throttleRate: 100,
      throttleBurst: 200,
      callbackUrls: ['https://not-known-yet.invalid/api/auth/callback'],
    })
  })

  it.each([
    ['SIGNET_CORS_ORIGINS', 'everywhere'],
    ['SIGNET_CONCURRENCY', '5'],
    ['SIGNET_MONTHLY_BUDGET', 'plenty'],
    ['SIGNET_PUBLIC_URL_IMAGES', 'http://plain.example'],
    ['SIGNET_SIGN_IN_PREFIX', 'my-aws-login'],
    ['SIGNET_CLIENT_ADDRESS_HEADER', 'X Forwarded'],
    ['SIGNET_THROTTLE_RATE', '0'],
  ])('%s=%s is rejected with the name of the variable', (variable, value) => {
    expect(() => readConfig({ [variable]: value }, '1.0.0')).toThrow(`  ${variable}: `)
  })

  it.each(['dev-aws', 'test-amazons', 'cognito'])(
    'stage %s requires a sign-in prefix, because Cognito rejects the name of the stage there',
    (stage) => {
      expect(() => configOfStage(stage)).toThrow('  SIGNET_SIGN_IN_PREFIX: must be set, because SIGNET_STAGE contains')
      const { signInPrefix } = readConfig({ SIGNET_STAGE: stage, SIGNET_SIGN_IN_PREFIX: 'my-login' }, '1.0.0')
      expect(signInPrefix).toBe('my-login')
    },
  )

  it('receipt kinds select which receipts are issued, by the names of automatic kinds', () => {
    const kindsOf = (text?: string) =>
      readConfig({ ...(text ? { SIGNET_RECEIPT_KINDS: text } : {}) }, '1.0.0').receiptKinds
    expect([kindsOf(), kindsOf('none'), kindsOf('image,flags.audit')]).toEqual(['all', 'none', 'image,flags.audit'])
    for (const wrong of ['images', 'image,', 'all,image', 'flow'])
      expect(() => kindsOf(wrong)).toThrow(
        'SIGNET_RECEIPT_KINDS: must be all, none, or some of image, ledger.statement',
      )
    expect([issuesKind('all', 'image'), issuesKind('none', 'image'), issuesKind('flags.audit', 'image')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('an emulator needs no sign-in prefix, because it has no user pool', () => {
    expect(configOfStage('emulator-aws').signInPrefix).toBeUndefined()
  })

  it('docs/aws.md contains every variable', () => {
    const page = readFileSync('docs/aws.md', 'utf8')
    const fields = Object.keys(Config.shape).filter((field) => !DERIVED_FIELDS.includes(field))
    const variables = fields.map((field) => `SIGNET_${field.replace(/[A-Z]/g, '_$&').toUpperCase()}`)
    expect(variables.filter((variable) => !page.includes(variable.replace(/PUBLIC_URLS$/, 'PUBLIC_URL_')))).toEqual([])
  })
})
