import { RemovalPolicy } from 'aws-cdk-lib'
import { type Config, isDisposable } from '../config.ts'

/**
 * Whether data and logs go with their stack: those of a disposable stage do, all others stay, but for those of a creation
 * that is rolled back, which hold nothing and would be in the way of the next attempt.
 */
export const removalPolicyOf = (config: Config): RemovalPolicy =>
  isDisposable(config) ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
