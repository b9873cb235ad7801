import { EXIT, Failure } from './failure.mjs'

/**
 * A service behind its address, with the caller's key.
 * @param {{ url: string, key: string | undefined }} caller
 */
export const service = ({ url, key }) => {
  if (key === '') throw new Failure(EXIT.usage, '--key must not be empty')
  const base = url.replace(/\/+$/, '')
  return {
    base,
    /** @type {Record<string, string>} */
    authorization: key ? { authorization: `Bearer ${key}` } : {},
    /** @param {string} address @param {RequestInit} [init] */
    async send(address, init = {}) {
      try {
        return await fetch(address, init)
      } catch (error) {
        const reason = /** @type {any} */ (error).cause?.code ?? /** @type {Error} */ (error).message
        throw new Failure(
          EXIT.unreachable,
          `${base} cannot be reached (${reason}). Start it with npm start, or give another address with --url`,
        )
      }
    },
  }
}

/** The service's own words, every broken rule on a line of its own. @param {number} status @param {string} text */
export const refusal = (status, text) => {
  try {
    const { error, code, errors = [], upgrade } = JSON.parse(text)
    const rules = errors.slice(1).map((/** @type {any} */ rule) => `\n  ${rule.field} ${rule.message}`)
    return `${error} (${status} ${code})${rules.join('')}${upgrade ? `\n  upgrade: ${upgrade}` : ''}`
  } catch {
    return `The service answered ${status} with something that is not JSON: is --url right?`
  }
}
