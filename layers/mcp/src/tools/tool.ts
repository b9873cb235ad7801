import type { RateDefinition } from '@signet/contracts'
import type { Caller, Log } from '@signet/kernel'
import type * as z from 'zod'
import type { Task } from './task.ts'

/** Effects of a tool, as hints for clients. All four are set, because the defaults of MCP are the worst case. */
export interface Hints {
  /** Changes nothing. */
  readonly readOnly: boolean
  /** May destroy or spend something that cannot be restored. */
  readonly destructive: boolean
  /** The same call again changes nothing more. */
  readonly idempotent: boolean
  /** Reaches beyond this service. */
  readonly openWorld: boolean
}

/** Facts about the call beside its arguments. */
export interface ToolContext {
  readonly caller: Caller
  readonly log: Log
  /** The trace of the request, 32 hex digits. */
  readonly traceId: string
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal: AbortSignal
  /** Scheme and host of the address that was called. */
  readonly baseUrl: string
  /** Whether pictures are in the answer, or only links to them. */
  readonly images: 'inline' | 'link'
  /** Whether the caller accepts a task as the answer. */
  readonly takesTask?: boolean
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

/** The result of a call, both in words and as data, because clients show their models one or the other. */
export interface ToolResult<Output> {
  readonly text: string
  readonly output: Output
  readonly pictures?: readonly Picture[]
  readonly links?: readonly Link[]
  /** The task in which the call continues, for callers that accept tasks. */
  readonly task?: Task
}

/** The call to make next. */
export interface NextCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The reason of a failed call, and the next step. */
export interface FailureBody {
  /** In capitals: QUOTA_EXHAUSTED. */
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly next?: NextCall | undefined
  readonly retry_after_s?: number | undefined
  /** Seconds as well, under the name that clients of the agent gateway read. */
  readonly retry_after?: number | undefined
  /** A page for the person. */
  readonly url?: string | undefined
}

/** A "no" for the model: an error of the tool, never of the protocol. */
export class ToolFailure {
  readonly body: FailureBody
  constructor(body: FailureBody) {
    this.body = body
  }
}

/** One tool, for every protocol. Its definition is code: nothing of it comes from tenants or tables. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** Letters, digits and underscores, because some models accept no others. */
  readonly name: string
  /** Its name for /mcp/invoke, if that is another. */
  readonly id?: string
  readonly title: string
  /** Effect first, then cost, gates and when not to use it. */
  readonly description: string
  /** The scope that the caller must hold. */
  readonly scope: string
  readonly input: Input
  readonly output: Output
  readonly hints: Hints
  readonly rate: RateDefinition
  /** The question to the person before the call, if the client can ask. */
  confirm?(input: z.output<Input>): string
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult<z.output<Output>> | ToolFailure>
}

/** Checks that a tool fits its own schemas, then widens its type, so that tools can be in one list. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool =>
  tool as unknown as Tool
