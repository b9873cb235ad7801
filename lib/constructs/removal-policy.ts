import { RemovalPolicy } from 'aws-cdk-lib'
import { type Config, isDisposable } from '../config.ts'

/**
 * Returns DESTROY for data and logs of a disposable stage. Other stages retain them, except when their creation is
 * rolled back: they are then empty and would block the next attempt.
 */
export const removalPolicyOf = (config: Config): RemovalPolicy =>
  isDisposable(config) ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
