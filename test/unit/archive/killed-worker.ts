import type { IngestDeps } from '../../../lambdas/archive/ingest/ingest-deps.ts'

/** Thrown by every call after the worker was killed. */
class WorkerKilledError extends Error {}

/** Counts the calls of external services. The worker is killed before or after the call with number `fatalCall`. */
export const killedAt = (deps: IngestDeps, fatalCall: number, when: 'before' | 'after') => {
  let calls = 0
  let isDead = false
  const killable = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name, receiver) {
        const member = Reflect.get(target, name, receiver)
        if (typeof member !== 'function' || name === 'isHeld') return member
        return async (...args: unknown[]) => {
          if (isDead) throw new WorkerKilledError()
          const isFatalCall = ++calls === fatalCall
          if (isFatalCall) isDead = true
          if (isFatalCall && when === 'before') throw new WorkerKilledError()
          const result = await member.apply(target, args)
          if (isDead) throw new WorkerKilledError()
          return result
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
  const killablePorts = Object.fromEntries(ports.map((name) => [name, killable(deps[name])]))
  return { deps: { ...deps, ...killablePorts } as IngestDeps, calls: () => calls, isDead: () => isDead }
}
