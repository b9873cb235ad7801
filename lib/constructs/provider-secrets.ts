import type { Stack } from 'aws-cdk-lib'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { outputReference } from './shared-data.ts'
import { waive } from './waivers.ts'

const PROVIDERS = {
  'edge-hosted': ['EdgeHosted', 'edge-hosted models: {"api_key":"…","account_id":"…"}'],
  'provider-a': ['ProviderA', 'provider-a: {"api_key":"…"}'],
  'provider-b': ['ProviderB', 'provider-b: {"api_key":"…"}'],
} as const

/**
 * One secret per image provider, deployed without a value: a provider is used as soon as an operator sets its secret
 * (README, Deploying to AWS). No template, environment variable or log contains the values.
 */
export class ProviderSecrets extends Construct {
  readonly outputs: Readonly<Record<string, string>>
  constructor(scope: Stack, id: string, config: Config) {
    super(scope, id)
    const outputs = Object.entries(PROVIDERS).map(([provider, [name, credentials]]) => {
      // The L2 construct would generate a value, and a provider with a random key would count as configured.
      const secret = new CfnSecret(this, name, { description: `Credentials of ${credentials}` })
      secret.applyRemovalPolicy(removalPolicyOf(config))
      return [provider, outputReference(scope, `${name}Secret`, secret.ref)] as const
    })
    this.outputs = Object.fromEntries(outputs)
    waive(this, {
      id: 'AwsSolutions-SMG4',
      reason:
        "The key is created in the provider's console; operators rotate it with a new value, which is read immediately",
    })
  }
}
