import type { SiblingRefusal } from '@signet/http-client/siblings'
import { Refusal } from '@signet/kernel'
import { defineTool, type Link, type Tool, type ToolContext, type ToolResult } from '@signet/mcp'
import type * as z from 'zod'
import { revokedAccess } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { failureOf } from './failures.ts'
import { shortenOutput, shortenText, withLeftOut } from './shorten-output.ts'

interface Definition<Input extends z.ZodObject, Answer extends object> extends Omit<Tool<Input>, 'run'> {
  ask(input: z.output<Input>, context: ToolContext): Promise<Answer | SiblingRefusal>
  words(answer: Answer): string
  readonly links?: (answer: NoInfer<Answer>) => readonly Link[]
}

const toolResult = <Answer extends object>(
  answer: Answer,
  { words, links }: Pick<Definition<z.ZodObject, Answer>, 'words' | 'links'>,
): ToolResult<Record<string, unknown>> => {
  const text = shortenText(words(answer))
  return {
    output: shortenOutput(answer, text) as Record<string, unknown>,
    text,
    ...(links && { links: links(answer) }),
  }
}

/** Defines a tool of the gateway. Only read-only tools work for a revoked agent, and failures name the next call. */
export const gatewayTool = <Input extends z.ZodObject, Answer extends object>(
  deps: ToolDeps,
  { ask, words, links, ...tool }: Definition<Input, Answer>,
): Tool =>
  defineTool({
    ...tool,
    output: withLeftOut(tool.output),
    async run(input: z.output<Input>, context: ToolContext) {
      const revoked = !tool.hints.readOnly && (await revokedAccess(deps, context))
      if (revoked) return revoked
      const answer = await ask(input, context)
      if (answer instanceof Refusal) return failureOf(deps, answer, { tool: tool.name, args: input })
      return toolResult(answer, { words, ...(links && { links }) })
    },
  })

/** Rates per caller: `LOW_RATE` for calls that cost a credit, start or merge something, `HIGH_RATE` for the others. */
export const LOW_RATE = { requests: 5, window: '1m', by: 'caller', algorithm: 'gcra' } as const
export const HIGH_RATE = { requests: 10, window: '1m', by: 'caller', algorithm: 'gcra' } as const

export const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const
export const WRITES = { readOnly: false, destructive: false, idempotent: false, openWorld: false } as const

interface WithReceipt {
  readonly receipt?: { readonly hash: string; readonly verifyUrl: string } | undefined
}

export const receiptLine = ({ receipt }: WithReceipt): string =>
  receipt === undefined ? '' : `\n\nReceipt ${receipt.hash}: verify it at ${receipt.verifyUrl}`

export const receiptLink = (hash: string): Link => ({
  uri: `signet://receipts/${hash}`,
  name: 'Receipt',
  mediaType: 'application/json',
})

export const receiptLinks = ({ receipt }: WithReceipt): readonly Link[] =>
  receipt === undefined ? [] : [receiptLink(receipt.hash)]
