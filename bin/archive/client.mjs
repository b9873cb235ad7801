import { EXIT, Failure } from '../command-line/failure.mjs'
import { refusal, service } from '../command-line/service.mjs'
import { DEFAULT_URL } from './command-line.mjs'

/** @typedef {ReturnType<typeof client>} Client */

/** How often a request is made that the archive is too busy for, and how long it waits at most in between. */
const TRIES = 30
const PAUSE_SECONDS_MAX = 60

/** @param {number} seconds */
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Whether the same request may do later. @param {number} status */
const isBusy = (status) => status === 429 || status === 502 || status === 503 || status === 504

/**
 * The archive behind its address, with the caller's key. Waits as long as the archive says where there is too much at once.
 * @param {import('./command-line.mjs').Flags} flags @param {NodeJS.ProcessEnv} env
 */
export const client = (flags, env) => {
  const { base, authorization, send } = service({
    url: flags.url ?? env.ARCHIVE_URL ?? DEFAULT_URL,
    key: flags.key ?? env.ARCHIVE_API_KEY,
  })
  return {
    base,
    /** @param {string} method @param {string} path @param {object | Uint8Array} [body] @returns {Promise<any>} */
    async call(method, path, body) {
      const raw = body instanceof Uint8Array ? body : body && JSON.stringify(body)
      const headers = { ...authorization, ...(raw ? { 'content-type': 'application/json' } : {}) }
      for (let tries = 1; ; tries++) {
        const response = await send(`${base}${path}`, {
          method,
          headers,
          ...(raw ? { body: /** @type {any} */ (raw) } : {}),
        })
        const text = await response.text()
        if (response.ok) return text === '' ? undefined : JSON.parse(text)
        if (!isBusy(response.status) || tries === TRIES) throw new Failure(EXIT.refused, refusal(response.status, text))
        await pause(Math.min(PAUSE_SECONDS_MAX, Number(response.headers.get('retry-after')) || tries))
      }
    },
  }
}
