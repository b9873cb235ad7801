import type { DeepReadonly, RateDefinition } from '@signet/contracts'
import type { Caller, Log } from '@signet/kernel'
import type * as z from 'zod'
import type { Task } from './task.ts'

/** Effects of a tool, as hints for clients. All four are set, because the defaults of MCP are the worst case. */
export interface Hints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

export interface ToolContext {
  readonly caller: Caller
  readonly log: Log
  /** Trace id of the request, 32 hex digits. */
  readonly traceId: string
  readonly signal: AbortSignal
  readonly baseUrl: string
  /** `link`: results contain links to images instead of the images. */
  readonly images: 'inline' | 'link'
  /** Whether the client accepts a task for a call that continues after its response. */
  readonly acceptsTask?: boolean
}

export interface Picture {
  readonly base64: string
  readonly mediaType: string
}

export interface Link {
  readonly uri: string
  readonly name: string
  readonly mediaType: string
}

/** The result of a call as text and as data, because clients show their models one or the other. */
export interface ToolResult<Output> {
  readonly text: string
  readonly output: Output
  readonly pictures?: readonly Picture[]
  readonly links?: readonly Link[]
  readonly task?: Task
}

export interface NextCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface FailureBody {
  /** Upper case: QUOTA_EXHAUSTED. */
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly next?: NextCall | undefined
  readonly retry_after_s?: number | undefined
  /** Seconds to wait, under the field name of the agent gateway. */
  readonly retry_after?: number | undefined
  readonly url?: string | undefined
}

/** A failure of a tool call, for the model to read. It is a tool result, never a protocol error. */
export class ToolFailure {
  readonly body: FailureBody
  constructor(body: FailureBody) {
    this.body = body
  }
}

/** A tool, independent of the protocol. Its definition is code: no part of it comes from tenants or tables. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** Letters, digits and underscores, because some models accept no other characters. */
  readonly name: string
  /** Its name in /mcp/invoke, if different. */
  readonly id?: string
  readonly title: string
  /** States effect, cost, requirements and when not to use the tool, in this order. */
  readonly description: string
  readonly scope: string
  readonly input: Input
  readonly output: Output
  readonly hints: Hints
  readonly rate: RateDefinition
  /** Returns the question that the user must confirm before the call; absent: no confirmation. */
  confirm?(input: z.output<Input>): string
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult<DeepReadonly<z.output<Output>>> | ToolFailure>
}

/** Checks that a tool fits its own schemas, then widens its type, so that tools can be in one list. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool =>
  tool as unknown as Tool
