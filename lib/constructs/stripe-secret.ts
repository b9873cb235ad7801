import type { Stack } from 'aws-cdk-lib'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { outputReference } from './shared-data.ts'
import { waive } from './waivers.ts'

/**
 * The credentials of the payment processor, deployed without a value: purchases are impossible until an operator sets
 * it.
 */
export class StripeSecret extends Construct {
  readonly output: string
  constructor(scope: Stack, id: string, config: Config) {
    super(scope, id)
    const secret = new CfnSecret(this, 'Secret', {
      description: 'Credentials of Stripe: {"api_key":"…","webhook_secrets":["…"]}, with two secrets during a rotation',
    })
    secret.applyRemovalPolicy(removalPolicyOf(config))
    this.output = outputReference(scope, 'StripeSecret', secret.ref)
    waive(this, {
      id: 'AwsSolutions-SMG4',
      reason: 'Stripe creates key and secrets; operators rotate them with a new value, which is read within minutes',
    })
  }
}
