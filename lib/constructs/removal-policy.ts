import { RemovalPolicy } from 'aws-cdk-lib'
import { type Config, isDisposable } from '../config.ts'

/** What becomes of data and logs when their stack goes: a disposable stage takes them along, any other leaves them. */
export const removalPolicyOf = (config: Config): RemovalPolicy =>
  isDisposable(config) ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN
