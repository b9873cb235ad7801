import type { Allowance } from '@signet/ledger'
import { callTool, type ToolContext, ToolFailure } from '@signet/mcp'
import type { ToolDeps } from '../../../lambdas/agent-gateway/tools/deps.ts'
import { inGatewayForm } from '../../../lambdas/agent-gateway/tools/in-gateway-form.ts'
import { gatewayTools } from '../../../lambdas/agent-gateway/tools/registry.ts'
import { contextFor, hasScope, limiterOf } from '../../support/sample-tool.ts'
import { testSiblings } from '../../support/siblings.ts'

/** A request to a sibling. */
export interface SiblingRequest {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
  readonly headers: Headers
  /** The claims of the platform's call. */
  readonly claims: Record<string, unknown>
}

type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }

const ALLOWANCE: Allowance = { budget: null, spent: 0, left: null, centsLeft: 0 }

const NOW = new Date('2026-11-26T12:00:30Z')

const SCOPES = ['runtime:read', 'agents:read', 'agents:run', 'flows:read', 'flows:write']

/** The tools, with siblings that give these responses; undefined: no response. */
export const gatewayWorld = (
  answer: (request: SiblingRequest) => Reply | undefined = () => undefined,
  overrides: Partial<ToolDeps> = {},
) => {
  const requests: SiblingRequest[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    const [payload = ''] = (headers.get('authorization') ?? '').slice('Bearer call_'.length).split('.')
    const request: SiblingRequest = {
      method: init.method ?? 'GET',
      path: new URL(url).pathname,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
      headers,
      claims: payload ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : {},
    }
    requests.push(request)
    const reply = answer(request)
    if (reply === undefined) throw new TypeError('fetch failed')
    return Response.json(reply.body, { status: reply.status, headers: reply.headers ?? {} })
  }
  const siblings = testSiblings(['platform', 'runtime'], { now: () => NOW, fetch, sleep: async () => undefined })
  const deps: ToolDeps = {
    ...siblings,
    allowanceOf: async () => ALLOWANCE,
    platformUrl: 'https://platform.example',
    now: () => NOW,
    ...overrides,
  }
  const tools = gatewayTools(deps)
  const toolCaller = (remainingCalls = 99) => inGatewayForm(callTool({ limit: limiterOf(remainingCalls), hasScope }))
  return {
    requests,
    tools,
    call: async (name: string, args: object = {}, context: Partial<ToolContext> = {}, left = 99) => {
      const tool = tools.find((each) => each.name === name)
      if (!tool) throw new Error(`Unknown tool ${name}`)
      const outcome = await toolCaller(left)(tool, args, { ...contextFor({ scopes: SCOPES }), ...context })
      return outcome instanceof ToolFailure ? { failure: outcome.body } : { ...outcome, failure: undefined }
    },
  }
}

export const toolsOf = () => gatewayWorld().tools
