import type { AssemblyStack } from './assembly.ts'

/** A resource with its properties resolved, as the readers of this folder take it. */
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
