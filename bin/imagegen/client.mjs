import { EXIT, Failure } from '../command-line/failure.mjs'
import { refusal, service } from '../command-line/service.mjs'
import { DEFAULT_URL } from './command-line.mjs'

/** @typedef {import('./command-line.mjs').Flags} Flags */
/** @typedef {{ IMAGEGEN_URL?: string, IMAGEGEN_API_KEY?: string }} Environment */
/** @typedef {ReturnType<typeof client>} Client */

/**
 * The service behind its address, with the caller's key.
 * @param {Flags} flags @param {Environment} env
 */
export const client = (flags, env) => {
  const { base, authorization, send } = service({
    url: flags.url ?? env.IMAGEGEN_URL ?? DEFAULT_URL,
    key: flags.key ?? env.IMAGEGEN_API_KEY,
  })
  return {
    /** @param {string} method @param {string} path @param {object} [body] @param {Record<string, string>} [more] */
    async call(method, path, body, more = {}) {
      const headers = { ...authorization, ...more, ...(body ? { 'content-type': 'application/json' } : {}) }
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

/** The failed job in an error response, if any. @param {string} text */
const endedJob = (text) => {
  try {
    return JSON.parse(text)?.job
  } catch {
    return undefined
  }
}
