/** Where the build has written which files are workers, by their names: lib/console-bundle.ts. */
const WORKER_FILES = 'worker-files'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** Only programs of the console: the page's policy takes no address of a program that nobody vouches for. */
const ownProgram = (url: string): string => {
  if (!/^\/static\/[\w-]+\.js$/.test(url)) throw new Error('That is no program of the console')
  return url
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
const rules = { createScriptURL: ownProgram }
const vouching = trustedTypes?.createPolicy('signet-workers', rules) ?? rules

export const startWorker = (name: string): Worker => {
  const files: Readonly<Record<string, string>> = JSON.parse(document.getElementById(WORKER_FILES)?.textContent ?? '{}')
  return new Worker(vouching.createScriptURL(files[name] ?? ''), { type: 'module' })
}
