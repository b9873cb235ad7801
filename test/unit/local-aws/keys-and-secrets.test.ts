import { createHash, createPublicKey, verify } from 'node:crypto'
import { CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateMacCommand,
  GetPublicKeyCommand,
  SignCommand,
  VerifyCommand,
  VerifyMacCommand,
} from '@aws-sdk/client-kms'
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
} from '@aws-sdk/client-secrets-manager'
import { isSignedBy } from '@signet/receipts'
import { KmsEd25519Signer } from '@signet/receipts/kms-signer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, REGION, removeDir, type World } from './world.ts'

const KEYS = [
  ['p256', 'ECC_NIST_P256', 'SIGN_VERIFY'],
  ['ed', 'ECC_NIST_EDWARDS25519', 'SIGN_VERIFY'],
  ['mac', 'HMAC_256', 'GENERATE_VERIFY_MAC'],
  ['sym', 'SYMMETRIC_DEFAULT', 'ENCRYPT_DECRYPT'],
] as const

let world: World
const declareKeys = async () => {
  for (const [id, spec, usage] of KEYS)
    await world.aws.declareKey({ id, arn: `arn:aws:kms:us-east-1:000000000000:key/${id}`, spec, usage })
}
beforeAll(async () => {
  world = await openWorld()
  await declareKeys()
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})
const restart = async () => {
  await world.close()
  world = await openWorld(world.dir)
  await declareKeys()
}
const Message = new TextEncoder().encode('the message')

describe('KMS', () => {
  it.each([
    ['p256', 'ECDSA_SHA_256', 'sha256'],
    ['ed', 'ED25519_SHA_512', null],
  ] as const)(
    '%s signatures verify with the public key alone, and with Verify after a restart',
    async (KeyId, SigningAlgorithm, hash) => {
      const { Signature } = await world.kms.send(
        new SignCommand({ KeyId, Message, MessageType: 'RAW', SigningAlgorithm }),
      )
      const { PublicKey } = await world.kms.send(new GetPublicKeyCommand({ KeyId }))
      const publicKey = createPublicKey({ key: Buffer.from(PublicKey ?? []), format: 'der', type: 'spki' })
      expect(verify(hash, Message, publicKey, Signature ?? new Uint8Array())).toBe(true)
      await restart()
      expect(
        (await world.kms.send(new VerifyCommand({ KeyId, Message, Signature, SigningAlgorithm }))).SignatureValid,
      ).toBe(true)
      const wrongMessage = world.kms.send(
        new VerifyCommand({ KeyId, Message: new Uint8Array([1]), Signature, SigningAlgorithm }),
      )
      await expect(wrongMessage).rejects.toMatchObject({ name: 'KMSInvalidSignatureException' })
    },
  )

  it('Ed25519 signs messages of up to 4,096 bytes, and rejects longer ones', async () => {
    const sign = (bytes: number) =>
      world.kms.send(
        new SignCommand({
          KeyId: 'ed',
          MessageType: 'RAW',
          SigningAlgorithm: 'ED25519_SHA_512',
          Message: new Uint8Array(bytes).fill(7),
        }),
      )
    const { Signature, SigningAlgorithm } = await sign(4_096)
    expect([Signature?.length, SigningAlgorithm]).toEqual([64, 'ED25519_SHA_512'])
    const { PublicKey, KeySpec, KeyUsage } = await world.kms.send(new GetPublicKeyCommand({ KeyId: 'ed' }))
    expect([KeySpec, KeyUsage]).toEqual(['ECC_NIST_EDWARDS25519', 'SIGN_VERIFY'])
    const publicKey = createPublicKey({ key: Buffer.from(PublicKey ?? []), format: 'der', type: 'spki' })
    expect(verify(null, new Uint8Array(4_096).fill(7), publicKey, Signature ?? new Uint8Array())).toBe(true)
    await expect(sign(4_097)).rejects.toMatchObject({ name: 'ValidationException' })
  })

  it('the signer of receipts signs with its Ed25519 key and rejects a P-256 key', async () => {
    const signer = await KmsEd25519Signer.open(world.kms, 'ed')
    expect(await isSignedBy(signer.publicKey, Message, await signer.sign(Message))).toBe(true)
    await expect(KmsEd25519Signer.open(world.kms, 'p256')).rejects.toThrow('The key p256 is not an Ed25519 key')
  })

  it('a signature of a digest with P-256 verifies for its message', async () => {
    const digest = createHash('sha256').update(Message).digest()
    const SigningAlgorithm = 'ECDSA_SHA_256' as const
    const { Signature } = await world.kms.send(
      new SignCommand({ KeyId: 'p256', Message: digest, MessageType: 'DIGEST', SigningAlgorithm }),
    )
    expect(
      (await world.kms.send(new VerifyCommand({ KeyId: 'p256', Message, Signature, SigningAlgorithm }))).SignatureValid,
    ).toBe(true)
    for (let n = 0; n < 20; n++) {
      const raw = await world.kms.send(new SignCommand({ KeyId: 'p256', Message, SigningAlgorithm }))
      const checked = await world.kms.send(
        new VerifyCommand({
          KeyId: 'p256',
          Message: digest,
          MessageType: 'DIGEST',
          Signature: raw.Signature,
          SigningAlgorithm,
        }),
      )
      expect(checked.SignatureValid).toBe(true)
    }
  })

  it('Decrypt needs no key ID, and rejects another encryption context and damaged ciphertext', async () => {
    const EncryptionContext = { tenant: 'a' }
    const { CiphertextBlob } = await world.kms.send(
      new EncryptCommand({ KeyId: 'sym', Plaintext: Message, EncryptionContext }),
    )
    const decrypted = await world.kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))
    expect(Buffer.from(decrypted.Plaintext ?? [])).toEqual(Buffer.from(Message))
    const invalid = { name: 'InvalidCiphertextException' }
    await expect(
      world.kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: { tenant: 'b' } })),
    ).rejects.toMatchObject(invalid)
    const damaged = new Uint8Array(CiphertextBlob ?? [])
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
    await expect(
      world.kms.send(new DecryptCommand({ CiphertextBlob: damaged, EncryptionContext })),
    ).rejects.toMatchObject(invalid)
    const key = await world.kms.send(new GenerateDataKeyCommand({ KeyId: 'sym', KeySpec: 'AES_256' }))
    const data = await world.kms.send(new DecryptCommand({ CiphertextBlob: key.CiphertextBlob }))
    expect([data.Plaintext, data.Plaintext?.length]).toEqual([key.Plaintext, 32])
  })

  it('MACs are created and verified, and keys of another usage are rejected', async () => {
    const MacAlgorithm = 'HMAC_SHA_256' as const
    const { Mac } = await world.kms.send(new GenerateMacCommand({ KeyId: 'mac', Message, MacAlgorithm }))
    expect((await world.kms.send(new VerifyMacCommand({ KeyId: 'mac', Message, Mac, MacAlgorithm }))).MacValid).toBe(
      true,
    )
    await expect(
      world.kms.send(new VerifyMacCommand({ KeyId: 'mac', Message: new Uint8Array([9]), Mac, MacAlgorithm })),
    ).rejects.toMatchObject({ name: 'KMSInvalidMacException' })
    await expect(
      world.kms.send(new SignCommand({ KeyId: 'mac', Message, SigningAlgorithm: 'ECDSA_SHA_256' })),
    ).rejects.toMatchObject({ name: 'InvalidKeyUsageException' })
    await expect(world.kms.send(new GetPublicKeyCommand({ KeyId: 'nobody' }))).rejects.toMatchObject({
      name: 'NotFoundException',
    })
  })
})

describe('secrets', () => {
  const arn = (name: string) => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}-AbCdEf`
  const value = async (SecretId: string) =>
    (await world.secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString

  it('a generated value persists across restarts and is found by name, ARN or partial ARN', async () => {
    const declare = () =>
      world.aws.declareSecret({
        name: 'gen',
        arn: arn('gen'),
        generate: { length: 40, key: 'password', template: '{"user":"app"}' },
      })
    await declare()
    const generatedValue = (await value('gen')) ?? ''
    expect(JSON.parse(generatedValue)).toEqual({ user: 'app', password: expect.stringMatching(/^[A-Za-z0-9]{40}$/) })
    await restart()
    await declare()
    expect([await value(arn('gen')), await value(arn('gen').slice(0, -7))]).toEqual([generatedValue, generatedValue])
  })

  it('a redeclared literal replaces the value, a stored value is returned, and an unknown secret is not found', async () => {
    await world.aws.declareSecret({ name: 'lit', arn: arn('lit'), value: 'one' })
    await world.aws.declareSecret({ name: 'lit', arn: arn('lit'), value: 'two' })
    expect(await value('lit')).toBe('two')
    const { ARN } = await world.secrets.send(new CreateSecretCommand({ Name: 'own', SecretString: 'a' }))
    await world.secrets.send(new PutSecretValueCommand({ SecretId: 'own', SecretString: 'b' }))
    expect(await value('own')).toBe('b')
    expect((await world.secrets.send(new DescribeSecretCommand({ SecretId: 'own' }))).ARN).toBe(ARN)
    await expect(value('none')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })
})

describe('a secret declared without a value', () => {
  it('the secret is empty until it is set, and later declarations do not change it', async () => {
    const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:empty-AbCdEf'
    const SecretId = 'empty'
    await world.aws.declareSecret({ name: 'empty', arn })
    expect((await world.secrets.send(new DescribeSecretCommand({ SecretId }))).VersionIdsToStages).toBeUndefined()
    await expect(world.secrets.send(new GetSecretValueCommand({ SecretId }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    await world.secrets.send(new PutSecretValueCommand({ SecretId, SecretString: 'given' }))
    await restart()
    await world.aws.declareSecret({ name: 'empty', arn })
    expect((await world.secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString).toBe('given')
    const { VersionIdsToStages = {} } = await world.secrets.send(new DescribeSecretCommand({ SecretId }))
    expect(Object.values(VersionIdsToStages)).toEqual([['AWSCURRENT']])
  })
})

describe('the emulator endpoint', () => {
  it('accepts metrics, and names an unsupported service or operation in the error', async () => {
    const config = {
      endpoint: world.aws.endpoint,
      region: REGION,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    }
    const metrics = new CloudWatchClient(config)
    await metrics.send(new PutMetricDataCommand({ Namespace: 'x', MetricData: [{ MetricName: 'm', Value: 1 }] }))
    metrics.destroy()
    const call = async (headers: Record<string, string>) => {
      const response = await fetch(world.aws.endpoint, { method: 'POST', body: '{}', headers })
      return [response.status, response.headers.get('x-amzn-errortype'), await response.text()]
    }
    const scope = (service: string) => ({
      authorization: `AWS4-HMAC-SHA256 Credential=a/20261121/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
    })
    expect(await call(scope('ec2'))).toEqual([400, 'UnknownOperationException', expect.stringContaining('no service')])
    expect(await call({ 'x-amz-target': 'DynamoDB_20120810.ExportTable' })).toEqual([
      400,
      'UnknownOperationException',
      expect.stringContaining('dynamodb.ExportTable'),
    ])
    const callerIdentity = await fetch(world.aws.endpoint, {
      method: 'POST',
      body: 'Action=GetCallerIdentity&Version=2011-06-15',
      headers: scope('sts'),
    })
    expect(await callerIdentity.text()).toContain('<Account>000000000000</Account>')
  })
})
