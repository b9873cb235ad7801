import type { Clock } from '@signet/kernel'

export interface Check {
  readonly status: 'pass' | 'fail'
  readonly latency_ms: number
}

/** Health URLs of the sibling services; undefined if this deployment does not have the service. */
export interface Siblings {
  readonly auth_service: string | undefined
  readonly scaffold_runtime: string | undefined
  readonly image_service: string | undefined
}

export interface Health {
  readonly status: 'healthy' | 'degraded'
  readonly checks: Readonly<Record<keyof Siblings, Check>>
  readonly latency_ms: number
  readonly timestamp: string
}

export interface HealthDeps {
  readonly siblings: Siblings
  readonly now: Clock
  readonly send?: typeof fetch
  readonly deadlineMs?: number
}

/** Exceeds a cold start of the siblings, and is below the timeout of health clients. */
const DEADLINE_MS = 5_000

/**
 * Checks all siblings in parallel, each within the deadline. A sibling that the deployment does not have is reported as
 * `fail`. Only an existing sibling that does not respond degrades the platform (docs/adr/0024).
 */
export const checkSiblings = async ({
  siblings,
  now,
  send = fetch,
  deadlineMs = DEADLINE_MS,
}: HealthDeps): Promise<Health> => {
  const started = now().getTime()
  const elapsedMs = () => Math.max(0, now().getTime() - started)
  const check = async (url: string | undefined): Promise<Check> => {
    if (url === undefined) return { status: 'fail', latency_ms: 0 }
    const isUp = await send(url, { redirect: 'error', signal: AbortSignal.timeout(deadlineMs) }).then(
      async (response) => {
        await response.body?.cancel()
        return response.ok
      },
      () => false,
    )
    return { status: isUp ? 'pass' : 'fail', latency_ms: elapsedMs() }
  }
  const { auth_service, scaffold_runtime, image_service } = siblings
  const [auth, runtime, image] = await Promise.all([auth_service, scaffold_runtime, image_service].map(check))
  if (!auth || !runtime || !image) throw new Error('A sibling was not checked')
  const checks = { auth_service: auth, scaffold_runtime: runtime, image_service: image }
  const isDegraded = Object.entries(checks).some(
    ([name, { status }]) => status === 'fail' && siblings[name as keyof Siblings] !== undefined,
  )
  const status = isDegraded ? 'degraded' : 'healthy'
  return { status, checks, latency_ms: elapsedMs(), timestamp: now().toISOString() }
}
