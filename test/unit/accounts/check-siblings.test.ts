import { describe, expect, it } from 'vitest'
import { checkSiblings, type Siblings } from '../../../lambdas/accounts/health/check-siblings.ts'

const all: Siblings = {
  auth_service: 'https://auth.example/',
  scaffold_runtime: 'https://runtime.example/',
  image_service: 'https://images.example/',
}
const now = () => new Date('2026-11-22T09:00:00Z')

/** A sibling that does not respond until the request is aborted. */
const silent = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

const checked = (answers: Record<string, number | 'silent' | 'down'>, siblings = all) =>
  checkSiblings({
    siblings,
    now,
    deadlineMs: 20,
    send: (async (url: string, init?: RequestInit) => {
      const answer = answers[new URL(url).hostname.split('.')[0]!] ?? 200
      if (answer === 'down') throw new TypeError('fetch failed')
      return answer === 'silent' ? silent(init?.signal) : new Response('', { status: answer })
    }) as typeof fetch,
  })

const statuses = async (work: ReturnType<typeof checked>) => {
  const { status, checks } = await work
  return [status, checks.auth_service.status, checks.scaffold_runtime.status, checks.image_service.status]
}

describe('the health of the platform', () => {
  it('equals ok when all siblings respond', async () => {
    expect(await checked({})).toEqual({
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

  it.each(['down', 'silent', 503, 404] as const)('equals degraded when one sibling is %s', async (answer) => {
    expect(await statuses(checked({ images: answer }))).toEqual(['degraded', 'pass', 'pass', 'fail'])
    expect(await statuses(checked({ auth: answer, runtime: answer }))).toEqual(['degraded', 'fail', 'fail', 'pass'])
  })

  it('waits for the slowest sibling only, because checks run in parallel', async () => {
    const started = performance.now()
    await checked({ auth: 'silent', runtime: 'silent', images: 'silent' })
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('reports a sibling that the deployment does not have as fail, and rates the others', async () => {
    const without = { ...all, scaffold_runtime: undefined }
    expect(await statuses(checked({}, without))).toEqual(['healthy', 'pass', 'fail', 'pass'])
    expect(await statuses(checked({ images: 503 }, without))).toEqual(['degraded', 'pass', 'fail', 'fail'])
  })
})
