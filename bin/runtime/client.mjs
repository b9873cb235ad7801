import { EXIT, Failure } from '../command-line/failure.mjs'
import { refusal, service } from '../command-line/service.mjs'
import { DEFAULT_URL } from './command-line.mjs'

/** @typedef {ReturnType<typeof client>} Client */

/** What to do about an error, where its own words do not say. @param {any} body */
const nextStep = ({ code, spreads, wanted, available }) => {
  if (code === 'unauthenticated') return 'Give a key with --key or in RUNTIME_API_KEY'
  if (code === 'unknown_spread' && Array.isArray(spreads)) return `There are ${spreads.join(', ')}`
  if (code === 'position_unfilled') return `--lenient takes ${available} instead of ${wanted}`
  if (code === 'plan_required') return 'Use a key of an organisation with a paid plan'
  if (code === 'script_invalid') return 'runtime run FILE --check only checks it'
  return undefined
}

/** The service's own words, and what to do next. @param {number} status @param {string} text */
const failure = (status, text) => {
  const said = refusal(status, text)
  let next
  try {
    next = nextStep(JSON.parse(text))
  } catch {}
  return new Failure(EXIT.refused, next ? `${said}\n  ${next}` : said)
}

/**
 * The runtime behind its address, with the caller's key.
 * @param {import('./command-line.mjs').Flags} flags @param {NodeJS.ProcessEnv} env
 */
export const client = (flags, env) => {
  const { authorization, base, send } = service({
    url: flags.url ?? env.RUNTIME_URL ?? DEFAULT_URL,
    key: flags.key ?? env.RUNTIME_API_KEY,
  })
  return {
    /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
    async call(method, path, body) {
      const headers = { ...authorization, ...(body ? { 'content-type': 'application/json' } : {}) }
      const response = await send(`${base}${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      if (!response.ok) throw failure(response.status, text)
      return JSON.parse(text)
    },
  }
}
