import { registerHooks } from 'node:module'

const OURS = /^(?:@signet\/contract(?:s|-tools)|zod)(?:\/|$)/

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND')

/**
 * Lets contracts outside of any project import `@signet/contracts` and `zod`: where they have none of their own, they get
 * those of this program. Stays for the life of the process.
 */
export const lendOurPackages = (): void => {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!OURS.test(specifier)) return nextResolve(specifier, context)
      try {
        return nextResolve(specifier, context)
      } catch (error) {
        if (!isMissing(error)) throw error
        return nextResolve(specifier, { ...context, parentURL: import.meta.url })
      }
    },
  })
}
