import type { NamedResource } from '@signet/kernel/access'
import type { Stack } from 'aws-cdk-lib'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import type { Config } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { outputReference } from './shared-data.ts'

const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Creates an Ed25519 key that signs inside AWS KMS and never leaves it. Messages have at most 4,096 bytes and are
 * signed unhashed.
 */
export const signingKey = (stack: Stack, name: string, config: Config): NamedResource => {
  const id = `${pascalCase(name)}Key`
  const key = new Key(stack, id, {
    description: `Signs ${name}`,
    keySpec: KeySpec.ECC_NIST_EDWARDS25519,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: removalPolicyOf(config),
  })
  return { name: outputReference(stack, `${id}Id`, key.keyId), arn: outputReference(stack, `${id}Arn`, key.keyArn) }
}
