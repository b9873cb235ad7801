import type { AssemblyStack } from './assembly.ts'

/** A value of a template that cannot be worked out here; the message names stack, intrinsic and the missing part. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

export const templateError = (stack: AssemblyStack, message: string): TemplateError =>
  new TemplateError(`Stack ${stack.name}: ${message}`)
