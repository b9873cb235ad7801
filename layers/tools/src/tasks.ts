import type { Outcome } from './call-tool.ts'
import type { Task } from './task.ts'
import type { ToolContext } from './tool.ts'

/** A task that goes on, one whose call has brought something or failed in words, or one that broke. */
export type TaskState =
  | (Task & { readonly status: 'working' | 'cancelled' | 'failed' })
  | (Task & { readonly status: 'completed'; readonly outcome: Outcome })

/** The tasks of a registry (MCP extension io.modelcontextprotocol/tasks). */
export interface Tasks {
  /** What a credential must carry: the scope of the tools whose calls become tasks. */
  readonly scope: string
  /** Undefined for a handle of nobody's and for one of another tenant. @throws when it cannot be told now. */
  get(id: string, context: ToolContext): Promise<TaskState | undefined>
  /** Ends the task where that is still possible; whether there is one. @throws when it cannot be told now. */
  cancel(id: string, context: ToolContext): Promise<boolean>
}
