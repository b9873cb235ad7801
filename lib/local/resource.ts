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

/** A value of a template that cannot be worked out here; the message names stack, intrinsic and the missing part. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

export const templateError = (stack: AssemblyStack, message: string): TemplateError =>
  new TemplateError(`Stack ${stack.name}: ${message}`)

export const resourceError = ({ stack, logicalId }: Resource, message: string): TemplateError =>
  templateError(stack, `${logicalId} ${message}`)

/** The ARN of a function that a property of the stack names, or has the ARN of. */
export const functionArn = ({ region, account }: AssemblyStack, given: unknown): string => {
  const name = String(given)
  return name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${account}:function:${name}`
}
