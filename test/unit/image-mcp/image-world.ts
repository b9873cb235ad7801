import type { Caller } from '@signet/kernel'
import type { Allowance } from '@signet/ledger'
import { callTool, type ToolContext, ToolFailure } from '@signet/mcp'
import type { ToolDeps } from '../../../lambdas/image-mcp/tools/deps.ts'
import { imageTools } from '../../../lambdas/image-mcp/tools/registry.ts'
import { contextFor, hasScope, limiterOf } from '../../support/sample-tool.ts'
import { testSiblings } from '../../support/siblings.ts'

const NOW = new Date('2026-11-22T12:00:30Z')

export const job = {
  job_id: '0199c5a4-8a3e-4c1b-a2d4-5e6f7a8b9c0d',
  state: 'completed',
  original_prompt: 'a fox',
  final_prompt: 'a fox',
  enhancement_logic: { version: '1', strategy: 'none', applied: [], painter: 'offline' },
  model_id: 'sdxl-lightning',
  quality_tier: 'draft',
  asset_url: 'https://images.example/v2/assets/0199c5a4-8a3e-4c1b-a2d4-5e6f7a8b9c0d',
  preset_url: null,
  bg_removed_url: null,
  output_format: 'webp',
  seed_used: 1,
  error: null,
  created_at: '2026-11-22T12:00:00Z',
  completed_at: '2026-11-22T12:00:02Z',
  error_code: null,
  aspect_ratio: '1:1',
  width: 1024,
  height: 1024,
  bg_removal_method: null,
  expires_at: '2026-12-22T12:00:00Z',
  deadline_at: null,
  webhook: null,
}

export const pending = { ...job, state: 'processing', asset_url: null, completed_at: null, seed_used: null }

/** A request to the image service. */
export interface SiblingRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Record<string, unknown>
  readonly headers: Headers
  /** The claims of the platform's call. */
  readonly claims: Record<string, unknown>
}

type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }

/** The tools, with an image service that gives these answers. */
export const imageWorld = (answer: (request: SiblingRequest) => Reply | undefined, more: Partial<ToolDeps> = {}) => {
  const requests: SiblingRequest[] = []
  const clock = { now: NOW }
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    const [payload = ''] = (headers.get('authorization') ?? '').slice('Bearer call_'.length).split('.')
    const request: SiblingRequest = {
      method: init.method ?? 'GET',
      path: new URL(url).pathname,
      query: Object.fromEntries(new URL(url).searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
      headers,
      claims: payload ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : {},
    }
    requests.push(request)
    if (request.path.startsWith('/v2/assets/')) return new Response(Buffer.from('picture'))
    const reply = answer(request)
    if (reply === undefined) throw new TypeError('fetch failed')
    return Response.json(reply.body, { status: reply.status, headers: reply.headers ?? {} })
  }
  const deps: ToolDeps = {
    images: testSiblings(['images'], { now: () => clock.now, fetch }).images,
    allowanceOf: async (): Promise<Allowance> => ({ budget: 20, spent: 5, left: 15, centsLeft: 2_500 }),
    purchases: {
      eligibilityOf: async () => ({ hasSavedCard: true, reason: null }),
      buy: async (_, { packId }) => ({
        purchase_id: 'p',
        packId,
        credits: 500,
        amount_usd: '12.50',
        status: 'completed',
        balance: 504,
      }),
    },
    platformUrl: 'https://platform.example',
    now: () => clock.now,
    ...more,
  }
  const tools = imageTools(deps)
  const call = callTool({ limit: limiterOf(99), hasScope })
  return {
    requests,
    deps,
    clock,
    tools,
    call: async (name: string, args: object = {}, caller: Partial<Caller> = {}, context: Partial<ToolContext> = {}) => {
      const tool = tools.find((each) => each.name === name)
      if (!tool) throw new Error(`Unknown tool ${name}`)
      const scopes = ['generate', 'read', 'billing:purchase']
      const outcome = await call(tool, args, { ...contextFor({ scopes, ...caller }), ...context })
      return outcome instanceof ToolFailure ? { failure: outcome.body } : { ...outcome, failure: undefined }
    },
  }
}
