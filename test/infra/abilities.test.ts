import { defineService } from '@signet/contracts'
import { defineAccess } from '@signet/kernel/access'
import { describe, expect, it } from 'vitest'
import { DOMAIN_PARTS } from '../../lib/domains/parts.ts'
import { SERVICES } from '../../lib/services.ts'
import { openApp, type Properties, synthesize } from './synth.ts'

const service = defineService({
  name: 'notary',
  title: 'Notary',
  description: 'Signs.',
  tags: {},
  scopes: {},
  erasure: { none: 'it stores nothing' },
  contracts: [],
  rows: [],
})
const access = defineAccess({
  sign: {
    description: 'Signs statements',
    memoryMb: 256,
    timeoutSeconds: 10,
    kms: { sign: ['receipts', 'key-lists'] },
    queues: [],
  },
})
const platform = { services: [{ service, access }], parts: DOMAIN_PARTS }
describe('the ability to sign', () => {
  it('creates an Ed25519 key for each name, with which the function may sign and whose public key it may read', () => {
    const { of } = synthesize('prod', {}, platform)
    const keys = of('AWS::KMS::Key')
    expect(keys.map(({ id, stack }) => [stack, id.slice(0, 8)])).toEqual([
      ['signet-prod-data', 'Receipts'],
      ['signet-prod-data', 'KeyLists'],
    ])
    for (const { Properties, DeletionPolicy } of keys) {
      expect(Properties).toMatchObject({ KeySpec: 'ECC_NIST_EDWARDS25519', KeyUsage: 'SIGN_VERIFY' })
      expect(DeletionPolicy).toBe('RetainExceptOnCreate')
    }
    const [fn] = of('AWS::Lambda::Function').filter(({ stack }) => stack === 'signet-prod-notary')
    expect(Object.keys(fn?.Properties.Environment.Variables)).toEqual(['RECEIPTS_KEY_ID', 'KEY_LISTS_KEY_ID'])
    const statements = of('AWS::IAM::Policy')
      .filter(({ stack }) => stack === 'signet-prod-notary')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Properties[])
      .filter(({ Action }) => !String(Action).startsWith('xray:'))
    expect(statements).toHaveLength(1)
    expect(statements[0]).toMatchObject({ Action: ['kms:GetPublicKey', 'kms:Sign'], Effect: 'Allow' })
    expect(JSON.stringify(statements[0]?.Resource)).toMatch(/KeyListsKeyArn.*ReceiptsKeyArn/)
  })

  it('templates pass the checks', () => {
    const app = openApp('prod', {}, { platform })
    try {
      app.synth()
      expect(app.violations()).toEqual([])
    } finally {
      app.close()
    }
  })

  it('creates only the keys that functions require', () => {
    const keys = synthesize('prod').of('AWS::KMS::Key')
    expect(keys.map(({ id }) => id.slice(0, -8))).toEqual([
      'Receipts1Key',
      'Receipts2Key',
      'ReceiptLogKey',
      'WitnessKey',
    ])
  })
})

describe('the keys that an access accepts', () => {
  it('begin with the key prefix of the service', () => {
    const mismatches = SERVICES.flatMap(({ service: { name, keyPrefix }, access }) =>
      Object.entries(access).flatMap(([fn, { callers, agents }]) => {
        const prefix = (callers ?? agents)?.keyPrefix
        return prefix === undefined || prefix === keyPrefix
          ? []
          : [`${name} ${fn} accepts keys that begin with ${prefix}; its service declares ${keyPrefix}`]
      }),
    )
    expect(mismatches).toEqual([])
  })
})
