import type { AssemblyStack } from './assembly.ts'

export interface Resource {
  readonly stack: AssemblyStack
  readonly logicalId: string
  readonly type: string
  readonly name: string
  readonly ref: string
  readonly arn: string
  readonly properties: Record<string, unknown>
  readonly metadata: Readonly<Record<string, unknown>>
}

/**
 * A template value that cannot be resolved locally. The message contains the stack, the intrinsic and the missing part.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

export const templateError = (stack: AssemblyStack, message: string): TemplateError =>
  new TemplateError(`Stack ${stack.name}: ${message}`)

export const resourceError = ({ stack, logicalId }: Resource, message: string): TemplateError =>
  templateError(stack, `${logicalId} ${message}`)

/** Returns the ARN of a function from a property that contains its name or ARN. */
export const functionArn = ({ region, account }: AssemblyStack, nameOrArn: unknown): string => {
  const name = String(nameOrArn)
  return name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${account}:function:${name}`
}
