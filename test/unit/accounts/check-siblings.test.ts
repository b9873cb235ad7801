import { describe, expect, it } from 'vitest'
import { checkSiblings, type Siblings } from '../../../lambdas/accounts/health/check-siblings.ts'

const all: Siblings = {
  auth_service: 'https://auth.example/',
  scaffold_runtime: 'https://runtime.example/',
  image_service: 'https://images.example/',
}
const now = () => new Date('2026-11-22T09:00:00Z')

/** A sibling that does not respond until the request is aborted. */
const neverRespond = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

const checkWith = (answers: Record<string, number | 'silent' | 'down'>, siblings = all) =>
  checkSiblings({
    siblings,
    now,
    deadlineMs: 20,
    send: (async (url: string, init?: RequestInit) => {
      const response = answers[new URL(url).hostname.split('.')[0]!] ?? 200
      if (response === 'down') throw new TypeError('fetch failed')
      return response === 'silent' ? neverRespond(init?.signal) : new Response('', { status: response })
    }) as typeof fetch,
  })

const statuses = async (work: ReturnType<typeof checkWith>) => {
  const { status, checks } = await work
  return [status, checks.auth_service.status, checks.scaffold_runtime.status, checks.image_service.status]
}

describe('the health of the platform', () => {
  it('reports healthy when all siblings respond', async () => {
    expect(await checkWith({})).toEqual({
      status: 'healthy',
      checks: {
        auth_service: { status: 'pass', latency_ms: 0 },
        scaffold_runtime: { status: 'pass', latency_ms: 0 },
        image_service: { status: 'pass', latency_ms: 0 },
      },
      latency_ms: 0,
      timestamp: '2026-11-22T09:00:00.000Z',
    })
  })

  it.each(['down', 'silent', 503, 404] as const)('reports degraded when a sibling is %s', async (answer) => {
    expect(await statuses(checkWith({ images: answer }))).toEqual(['degraded', 'pass', 'pass', 'fail'])
    expect(await statuses(checkWith({ auth: answer, runtime: answer }))).toEqual(['degraded', 'fail', 'fail', 'pass'])
  })

  it('waits for the slowest sibling only, because checks run in parallel', async () => {
    const started = performance.now()
    await checkWith({ auth: 'silent', runtime: 'silent', images: 'silent' })
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('reports a sibling that the deployment does not have as fail, and derives the status from the others', async () => {
    const withoutRuntime = { ...all, scaffold_runtime: undefined }
    expect(await statuses(checkWith({}, withoutRuntime))).toEqual(['healthy', 'pass', 'fail', 'pass'])
    expect(await statuses(checkWith({ images: 503 }, withoutRuntime))).toEqual(['degraded', 'pass', 'fail', 'fail'])
  })
})
