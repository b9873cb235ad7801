import type { Code } from '../../code.ts'

/** Lines of the stack with what they import. */
export interface Fragment {
  readonly imports: Readonly<Record<string, readonly string[]>>
  readonly lines: Code
}
