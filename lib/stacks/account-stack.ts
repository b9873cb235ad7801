import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { GatewayLogging } from '../constructs/gateway-logging.ts'

/** Resources that an account and region have once: all stages deploy this stack under one name. */
export class AccountStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props)
    new GatewayLogging(this, 'GatewayLogging')
  }
}
