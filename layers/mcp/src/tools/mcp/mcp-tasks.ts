import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { cleanOutcome } from '../call-tool.ts'
import { cleanText } from '../clean-text.ts'
import type { Task } from '../task.ts'
import type { TaskState, Tasks } from '../tasks.ts'
import type { ToolContext } from '../tool.ts'
import type { ContextOf } from './context-of.ts'
import { resultOf } from './tool-result.ts'

const EXTENSION = 'io.modelcontextprotocol/tasks'
const CAPABILITIES = { extensions: { [EXTENSION]: {} } }

const TaskCapability = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    extensions: z.object({ [EXTENSION]: z.record(z.string(), z.unknown()) }),
  }),
})

/**
 * Returns whether the request declares support for tasks. Earlier requests do not count (ext-tasks, Capability
 * Negotiation).
 */
export const acceptsTasks = ({ mcpReq }: ServerContext): boolean => TaskCapability.safeParse(mcpReq.envelope).success

const fieldsOf = ({ id, message, createdAt, updatedAt, ttlMs, pollMs }: Task, status: TaskState['status']) => ({
  taskId: id,
  status,
  statusMessage: cleanText(message),
  createdAt,
  lastUpdatedAt: updatedAt,
  ttlMs,
  pollIntervalMs: pollMs,
})

/**
 * The response to a call that continues as a task (ext-tasks, Task Creation). It contains the result so far, because
 * the SDK requires one and a client may show it to a model.
 */
export const taskResult = (task: Task, soFar: CallToolResult): CallToolResult => ({
  ...soFar,
  ...fieldsOf(task, 'working'),
  resultType: 'task',
})

const taskResponse = (state: TaskState): Result => {
  const fields = fieldsOf(state, state.status)
  if (state.status === 'completed') {
    return { ...fields, result: { ...resultOf(cleanOutcome(state.outcome)), resultType: 'complete' } }
  }
  if (state.status !== 'failed') return fields
  return { ...fields, error: { code: ProtocolErrorCode.InternalError, message: fields.statusMessage } }
}

type TaskHandler = (id: string, context: ToolContext) => Promise<Result | undefined>

/** The handler of each method. Handlers return undefined for a handle that the caller does not own. */
const taskHandlers = (tasks: Tasks): Readonly<Record<string, TaskHandler>> => ({
  'tasks/get': async (id, context) => {
    const state = await tasks.get(id, context)
    return state && taskResponse(state)
  },
  // Tasks never request input, and unrequested input is ignored (ext-tasks, Task Update Requests).
  'tasks/update': async (id, context) => ((await tasks.get(id, context)) ? {} : undefined),
  'tasks/cancel': async (id, context) => ((await tasks.cancel(id, context)) ? {} : undefined),
})

export const taskScopes = (tasks: Tasks): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(taskHandlers(tasks)).map((method) => [method, tasks.scope]))

const unavailableNow = (method: string, error: unknown, { log }: ToolContext): never => {
  log.error('task request failed', { method, error })
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'The task cannot be read now: repeat the request')
}

const notFound = (): never => {
  const message = 'Task not found: use a taskId from tools/call before its ttlMs has passed'
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

const Params = z.looseObject({ taskId: z.string().min(1).max(200) })

/** Registers the task methods and announces them (MCP extension io.modelcontextprotocol/tasks, revision 2026-07-28). */
export const offerTasks = (server: McpServer, tasks: Tasks, contextOf: ContextOf): void => {
  server.server.registerCapabilities(CAPABILITIES)
  for (const [method, handler] of Object.entries(taskHandlers(tasks))) {
    server.server.setRequestHandler(method, { params: Params }, async ({ taskId }, ctx) => {
      if (!acceptsTasks(ctx)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: CAPABILITIES })
      const context = contextOf(ctx.http?.authInfo?.extra, ctx.mcpReq.signal)
      const result = await handler(taskId, context).catch((error: unknown) => unavailableNow(method, error, context))
      return result ?? notFound()
    })
  }
}
