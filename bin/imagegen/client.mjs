import { DEFAULT_URL } from './command-line.mjs'
import { EXIT, Failure } from './failure.mjs'

/** @typedef {import('./command-line.mjs').Flags} Flags */
/** @typedef {{ IMAGEGEN_URL?: string, IMAGEGEN_API_KEY?: string }} Environment */
/** @typedef {ReturnType<typeof client>} Client */

/**
 * The service behind its address, with the caller's key.
 * @param {Flags} flags @param {Environment} env
 */
export const client = (flags, env) => {
  const base = (flags.url ?? env.IMAGEGEN_URL ?? DEFAULT_URL).replace(/\/+$/, '')
  if (flags.key === '') throw new Failure(EXIT.usage, '--key must not be empty')
  const key = flags.key ?? env.IMAGEGEN_API_KEY
  const auth = key ? { authorization: `Bearer ${key}` } : {}
  /** @param {string} url @param {RequestInit} [init] */
  const send = async (url, init = {}) => {
    try {
      return await fetch(url, init)
    } catch (error) {
      const reason = /** @type {any} */ (error).cause?.code ?? /** @type {Error} */ (error).message
      throw new Failure(EXIT.unreachable, `${base} cannot be reached (${reason}). Is it running? npm start, or --url`)
    }
  }
  return {
    /** @param {string} method @param {string} path @param {object} [body] @param {Record<string, string>} [more] */
    async call(method, path, body, more = {}) {
      const headers = { ...auth, ...more, ...(body ? { 'content-type': 'application/json' } : {}) }
      const response = await send(`${base}${path}`, { method, headers, body: body && JSON.stringify(body) })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      const job = endedJob(text)
      if (job) return job
      throw new Failure(EXIT.refused, refusal(response.status, text))
    },
    /** @param {string} url */
    async download(url) {
      const response = await send(url)
      if (!response.ok) throw new Failure(EXIT.refused, refusal(response.status, await response.text()))
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}

/** The job of an answer that says that one was made and came to nothing: no refusal. @param {string} text */
const endedJob = (text) => {
  try {
    return JSON.parse(text)?.job
  } catch {
    return undefined
  }
}

/** The service's own words, every broken rule on a line of its own. @param {number} status @param {string} text */
const refusal = (status, text) => {
  try {
    const { error, code, errors = [], upgrade } = JSON.parse(text)
    const rules = errors
      .slice(1)
      .map((/** @type {any} */ rule) => `\n  ${rule.field} ${rule.message}`)
      .join('')
    return `${error} (${status} ${code})${rules}${upgrade ? `\n  upgrade: ${upgrade}` : ''}`
  } catch {
    return `The service answered ${status} with something that is not JSON: is --url right?`
  }
}
