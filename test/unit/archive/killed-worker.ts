import type { IngestDeps } from '../../../lambdas/archive/ingest/ingest-deps.ts'

/** The worker is dead and makes no further calls. */
class Killed extends Error {}

/** Counts calls of external services. At one of them, the worker dies: before the call, or before its response. */
export const killedAt = (deps: IngestDeps, at: number, when: 'before' | 'behind') => {
  let calls = 0
  let isDead = false
  const guarded = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name, receiver) {
        const member = Reflect.get(target, name, receiver)
        if (typeof member !== 'function' || name === 'isHeld') return member
        return async (...args: unknown[]) => {
          if (isDead) throw new Killed()
          const isLast = ++calls === at
          if (isLast) isDead = true
          if (isLast && when === 'before') throw new Killed()
          const answer = await member.apply(target, args)
          if (isDead) throw new Killed()
          return answer
        }
      },
    })
  const ports = [
    'uploads',
    'imports',
    'files',
    'slices',
    'ends',
    'importRows',
    'conversations',
    'packs',
    'bucket',
    'parts',
    'index',
    'queue',
  ] as const
  const all = Object.fromEntries(ports.map((name) => [name, guarded(deps[name])]))
  return { deps: { ...deps, ...all } as IngestDeps, calls: () => calls, isDead: () => isDead }
}
