/** ID of the element that contains the script file of each worker as JSON, written by lib/console-bundle.ts. */
const WORKER_FILES = 'worker-files'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** Allows only script files of the console. The page's Trusted Types policy requires such a check for worker URLs. */
const checkScriptUrl = (url: string): string => {
  if (!/^\/static\/[\w-]+\.js$/.test(url)) throw new Error('The URL is not a script of the console')
  return url
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
const rules = { createScriptURL: checkScriptUrl }
const scriptPolicy = trustedTypes?.createPolicy('signet-workers', rules) ?? rules

export const startWorker = (name: string): Worker => {
  const files: Readonly<Record<string, string>> = JSON.parse(document.getElementById(WORKER_FILES)?.textContent ?? '{}')
  return new Worker(scriptPolicy.createScriptURL(files[name] ?? ''), { type: 'module' })
}
