import type { Outcome } from './call-tool.ts'
import type { Task } from './task.ts'
import type { ToolContext } from './tool.ts'

export type TaskState =
  | (Task & { readonly status: 'working' | 'cancelled' | 'failed' })
  | (Task & { readonly status: 'completed'; readonly outcome: Outcome })

/** The tasks of a registry (MCP extension io.modelcontextprotocol/tasks). */
export interface Tasks {
  readonly scope: string
  /**
   * Returns undefined for an unknown handle and for another tenant's handle.
   * @throws if the state cannot be read now
   */
  get(id: string, context: ToolContext): Promise<TaskState | undefined>
  /**
   * Cancels the task if that is still possible. Returns whether the task exists.
   * @throws if the state cannot be read now
   */
  cancel(id: string, context: ToolContext): Promise<boolean>
}
