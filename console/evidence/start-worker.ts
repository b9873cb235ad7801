/** Element with the files of the workers by name, written by lib/console-bundle.ts. */
const WORKER_FILES = 'worker-files'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** Returns a trusted script URL for the console's own files only, as the page's Trusted Types policy requires. */
const ownProgram = (url: string): string => {
  if (!/^\/static\/[\w-]+\.js$/.test(url)) throw new Error('The URL is not a script of the console')
  return url
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
const rules = { createScriptURL: ownProgram }
const vouching = trustedTypes?.createPolicy('signet-workers', rules) ?? rules

export const startWorker = (name: string): Worker => {
  const files: Readonly<Record<string, string>> = JSON.parse(document.getElementById(WORKER_FILES)?.textContent ?? '{}')
  return new Worker(vouching.createScriptURL(files[name] ?? ''), { type: 'module' })
}
