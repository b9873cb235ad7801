import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'

/** States of a stack without a successful creation: the next deployment creates it again. */
const NEVER_CREATED = [
  'REVIEW_IN_PROGRESS',
  'CREATE_FAILED',
  'ROLLBACK_IN_PROGRESS',
  'ROLLBACK_FAILED',
  'ROLLBACK_COMPLETE',
]

const isAbsent = (error: unknown): boolean => error instanceof Error && /does not exist/.test(error.message)

/**
 * Returns the outputs of a stack, by name; undefined if the stack was never created successfully.
 * @throws Any error of CloudFormation, such as missing credentials.
 */
export const stackOutputs = async (
  client: Pick<CloudFormationClient, 'send'>,
  stack: string,
): Promise<Readonly<Record<string, string>> | undefined> => {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }))
    if (Stacks.every(({ StackStatus }) => NEVER_CREATED.includes(String(StackStatus)))) return undefined
    const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs)
    return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
