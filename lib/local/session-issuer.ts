import { createServer, type IncomingMessage } from 'node:http'
import type { LocalPerson } from './issuer-page.ts'
import { issuerPeople } from './issuer-people.ts'
import { issuerRoutes } from './issuer-routes.ts'
import { issuerTokens } from './issuer-tokens.ts'
import { closeImmediately, listen } from './listen.ts'

interface SessionIssuerOptions {
  /** 0 uses any free port. */
  readonly port: number
  /** File of the private key, so that sessions survive a restart. */
  readonly keyFile: string
  readonly peopleFile: string
  readonly client: string
  /** The stack's clock, in milliseconds since the epoch. */
  readonly now: () => number
}

const WEEK_SECONDS = 7 * 86_400
const MAX_FORM_LENGTH = 65_536

const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_FORM_LENGTH) break
  }
  return new URLSearchParams(text)
}

/**
 * Starts the stand-in for the user pool of the templates: an OpenID provider with one key, on the loopback interface.
 * @throws PortInUseError if another process uses the port.
 */
export const startSessionIssuer = async (options: SessionIssuerOptions) => {
  const { port, keyFile, peopleFile, client, now } = options
  const tokens = await issuerTokens(keyFile)
  const people = await issuerPeople(peopleFile)
  let url = ''
  const handle = issuerRoutes({ people, tokens, client, now, issuer: () => url })
  const server = createServer((request, response) => {
    const { method = 'GET', headers } = request
    void formOf(request)
      .then((form) => {
        const requestUrl = new URL(request.url ?? '/', url)
        return handle({ method, url: requestUrl, authorization: headers.authorization ?? '', form })
      })
      .catch((error: unknown) => ({ status: 500, headers: {}, body: String(error) }))
      .then(({ status, headers: responseHeaders = {}, body = '' }) =>
        response.writeHead(status, responseHeaders).end(body),
      )
  })
  url = await listen(server, port, 'session issuer')
  return {
    url,
    tokenFor(userId: string, lifetimeSeconds = WEEK_SECONDS) {
      const iat = Math.floor(now() / 1000)
      const claims = { iss: url, sub: userId, client_id: client, token_use: 'access' }
      return tokens.sign({ ...claims, iat, exp: iat + lifetimeSeconds })
    },
    /** Adds a person who can sign in; replaces an earlier person with the same `sub`. */
    addPerson: (person: LocalPerson) => people.put(person),
    stop: () => closeImmediately(server),
  }
}

export type SessionIssuer = Awaited<ReturnType<typeof startSessionIssuer>>
