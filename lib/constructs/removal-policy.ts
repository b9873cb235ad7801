import { RemovalPolicy } from 'aws-cdk-lib'
import { type Config, isDisposable } from '../config.ts'

/** Whether data and logs go with their stack: those of a disposable stage do, all others stay. */
export const removalPolicyOf = (config: Config): RemovalPolicy =>
  isDisposable(config) ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN
