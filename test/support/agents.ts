import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Answer, call, newAddress } from './api.ts'
import { asPerson, newPerson, type Person } from './people.ts'
import { testStack } from './test-stack.ts'

/** A client of the authorization server, such as a program on the user's own machine. */
export interface Agent {
  readonly clientId: string
  readonly redirectUri: string
}

/** Proof of possession (RFC 7636). */
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
  const made = await call('POST', '/register', { from: newAddress(), body, as: 'registerClient' })
  if (made.status !== 201) throw new Error(`POST /register answered ${made.status}: ${JSON.stringify(made.body)}`)
  return { clientId: String(made.body.client_id), redirectUri }
}

type Members = Readonly<Record<string, string | undefined>>

const definedMembers = (members: Members): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((pair): pair is [string, string] => pair[1] !== undefined))

/** Calls the authorization endpoint; `undefined` omits a parameter. */
export const authorize = (
  agent: Agent,
  challenge: string,
  more: Members = {},
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
export const openConsent = async (person: Person, at: Answer<unknown>): Promise<ConsentRequest> => {
  const { pathname, search } = locationOf(at)
  const path = `${pathname}${search}`
  const page = await asPerson(person, 'GET', path, { as: 'showConsent' })
  const html = textOf(page)
  return { path, html, page, handle: hiddenField(html, 'request'), proof: hiddenField(html, 'proof') }
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Presses a button of the consent page. */
export const answer = (
  person: Person,
  { handle, proof }: Pick<ConsentRequest, 'handle' | 'proof'>,
  more: Members = {},
) => {
  const form = definedMembers({ request: handle, proof, answer: 'yes', budget: '50', ...more })
  return asPerson(person, 'POST', '/consent', {
    raw: new URLSearchParams(form).toString(),
    headers: FORM,
    as: 'answerConsent',
  })
}

/** Exchanges a code at the token endpoint. */
export const exchange = (agent: Agent, code: string, verifier: string, more: Members = {}) => {
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

/** Runs the flow up to the code. */
export const codeFor = async ({ budget, ...asked }: AuthorizationOptions = {}): Promise<AuthorizedAgent> => {
  const person = asked.person ?? (await newPerson())
  const agent = asked.agent ?? (await registerAgent())
  const { verifier, challenge } = newProof()
  const at = await authorize(agent, challenge, { scope: asked.scope, resource: asked.resource })
  const answered = await answer(person, await openConsent(person, at), budget === undefined ? {} : { budget })
  const code = locationOf(answered).searchParams.get('code')
  if (code === null) throw new Error(`No code in ${answered.headers.get('location')}`)
  return { person, agent, code, verifier }
}

/** Runs the flow up to the access token. */
export const tokenFor = async (
  options: AuthorizationOptions = {},
): Promise<AuthorizedAgent & { readonly token: string }> => {
  const authorized = await codeFor(options)
  const { status, body } = await exchange(authorized.agent, authorized.code, authorized.verifier)
  if (status !== 200) throw new Error(`POST /token answered ${status}: ${JSON.stringify(body)}`)
  return { ...authorized, token: String(body.access_token) }
}

/** The claims of a token, unverified. */
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
export const nobodysId = (): string => randomUUID()
