import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Answer, call, newAddress } from './api.ts'
import { asPerson, newPerson, type Person } from './people.ts'
import { testStack } from './test-stack.ts'

/** A client of the authorization server, such as a program on the user's own machine. */
export interface Agent {
  readonly clientId: string
  readonly redirectUri: string
}

/** Returns a PKCE code verifier and its challenge (RFC 7636). */
export const newProof = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const agentsUrl = (): string => String(testStack().urls.imageAgents)
export const imagesUrl = (): string => String(testStack().urls.images)

/** Registers a client. */
export const registerAgent = async (
  redirectUri = 'https://agent.example/callback',
  more: object = {},
): Promise<Agent> => {
  const body = { redirect_uris: [redirectUri], client_name: 'Test agent', ...more }
  const response = await call('POST', '/register', { from: newAddress(), body, as: 'registerClient' })
  if (response.status !== 201)
    throw new Error(`POST /register answered ${response.status}: ${JSON.stringify(response.body)}`)
  return { clientId: String(response.body.client_id), redirectUri }
}

type Parameters = Readonly<Record<string, string | undefined>>

const definedMembers = (members: Parameters): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((pair): pair is [string, string] => pair[1] !== undefined))

/** Calls the authorization endpoint; `undefined` omits a parameter. */
export const authorize = (
  agent: Agent,
  challenge: string,
  more: Parameters = {},
): Promise<Answer<Record<string, unknown>>> => {
  const query = {
    response_type: 'code',
    client_id: agent.clientId,
    redirect_uri: agent.redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'the state',
  }
  const search = new URLSearchParams(definedMembers({ ...query, ...more }))
  return call('GET', `/authorize?${search}`, { from: newAddress(), as: 'authorizeAgent' })
}

export const locationOf = ({ headers }: Pick<Answer<unknown>, 'headers'>): URL =>
  new URL(String(headers.get('location')))

/** Returns a page of the platform as text. */
export const textOf = ({ bytes }: Pick<Answer<unknown>, 'bytes'>): string => Buffer.from(bytes).toString()

const hiddenField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

/** A request that has reached the consent page. */
export interface ConsentRequest {
  readonly path: string
  readonly html: string
  readonly page: Answer<Record<string, unknown>>
  readonly handle: string
  readonly proof: string
}

/** Opens the page that the authorization endpoint leads to. */
export const openConsent = async (person: Person, authorization: Answer<unknown>): Promise<ConsentRequest> => {
  const { pathname, search } = locationOf(authorization)
  const path = `${pathname}${search}`
  const page = await asPerson(person, 'GET', path, { as: 'showConsent' })
  const html = textOf(page)
  return { path, html, page, handle: hiddenField(html, 'request'), proof: hiddenField(html, 'proof') }
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Submits the form of the consent page; by default, it grants the request. */
export const answerConsent = (
  person: Person,
  { handle, proof }: Pick<ConsentRequest, 'handle' | 'proof'>,
  more: Parameters = {},
) => {
  const form = definedMembers({ request: handle, proof, answer: 'yes', budget: '50', ...more })
  return asPerson(person, 'POST', '/consent', {
    raw: new URLSearchParams(form).toString(),
    headers: FORM,
    as: 'answerConsent',
  })
}

/** Exchanges a code at the token endpoint. */
export const exchange = (agent: Agent, code: string, verifier: string, more: Parameters = {}) => {
  const form = { grant_type: 'authorization_code', code, redirect_uri: agent.redirectUri, client_id: agent.clientId }
  return call('POST', '/token', {
    from: newAddress(),
    raw: new URLSearchParams(definedMembers({ ...form, code_verifier: verifier, ...more })).toString(),
    headers: FORM,
    as: 'exchangeCode',
  })
}

/** A client's credentials after a person has authorized it. */
export interface AuthorizedAgent {
  readonly person: Person
  readonly agent: Agent
  readonly code: string
  readonly verifier: string
}

export interface AuthorizationOptions {
  readonly person?: Person
  readonly agent?: Agent
  readonly scope?: string
  readonly resource?: string
  /** As the form sends it. */
  readonly budget?: string
}

/** Runs the authorization flow and returns the code. */
export const obtainCode = async ({ budget, ...options }: AuthorizationOptions = {}): Promise<AuthorizedAgent> => {
  const person = options.person ?? (await newPerson())
  const agent = options.agent ?? (await registerAgent())
  const { verifier, challenge } = newProof()
  const authorization = await authorize(agent, challenge, { scope: options.scope, resource: options.resource })
  const consentResponse = await answerConsent(
    person,
    await openConsent(person, authorization),
    budget === undefined ? {} : { budget },
  )
  const code = locationOf(consentResponse).searchParams.get('code')
  if (code === null) throw new Error(`No code in ${consentResponse.headers.get('location')}`)
  return { person, agent, code, verifier }
}

/** Runs the authorization flow and returns the access token. */
export const obtainToken = async (
  options: AuthorizationOptions = {},
): Promise<AuthorizedAgent & { readonly token: string }> => {
  const authorized = await obtainCode(options)
  const { status, body } = await exchange(authorized.agent, authorized.code, authorized.verifier)
  if (status !== 200) throw new Error(`POST /token answered ${status}: ${JSON.stringify(body)}`)
  return { ...authorized, token: String(body.access_token) }
}

/** Returns the claims of a token without verifying it. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** A grant as the platform lists it. */
export interface ListedGrant {
  readonly id: string
  readonly scopes: readonly string[]
  readonly budget: number | null
  readonly spent: number
  readonly left: number | null
  readonly client: { readonly id: string; readonly name: string | null; readonly domain: string | null }
}

export const grantsOf = async (person: Person): Promise<readonly ListedGrant[]> => {
  const { body } = await asPerson<{ grants: ListedGrant[] }>(person, 'GET', '/api/agent-grants', { as: 'listGrants' })
  return body.grants
}

/** Returns an id that does not exist. */
export const absentId = (): string => randomUUID()
