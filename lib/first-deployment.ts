import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'

/** States of a stack whose first creation has not succeeded: the next deployment creates it again. */
const NEVER_CREATED = [
  'REVIEW_IN_PROGRESS',
  'CREATE_FAILED',
  'ROLLBACK_IN_PROGRESS',
  'ROLLBACK_FAILED',
  'ROLLBACK_COMPLETE',
]

const isAbsent = (error: unknown): boolean => error instanceof Error && /does not exist/.test(error.message)

/**
 * Whether a stack has never been created with success. What protects it from deletion would then keep CloudFormation from
 * rolling back, and so from another attempt (CreateStack and RetainExceptOnCreate, API reference). @throws whatever
 * CloudFormation refuses, missing credentials among it
 */
export const isFirstDeployment = async (
  client: Pick<CloudFormationClient, 'send'>,
  stack: string,
): Promise<boolean> => {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }))
    return Stacks.every(({ StackStatus }) => NEVER_CREATED.includes(String(StackStatus)))
  } catch (error) {
    if (isAbsent(error)) return true
    throw error
  }
}

/** One call of the CDK's own command, with the protection that templates ask for. */
export interface DeployStep {
  readonly args: readonly string[]
  readonly protection: 'on' | 'later'
}

/**
 * The calls that deploy a stage: the first time everything without protection, and once that is there, protection for the
 * stacks that hold data; each later time everything at once.
 */
export const deploySteps = (isFirst: boolean, holdingData: readonly string[]): readonly DeployStep[] => {
  const whole = { args: ['deploy', '--all'], protection: isFirst ? 'later' : 'on' } as const
  return isFirst ? [whole, { args: ['deploy', '--exclusively', ...holdingData], protection: 'on' }] : [whole]
}
