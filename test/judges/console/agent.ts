import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { PageInput } from './visit.ts'

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Starts a program on the user's machine that waits for the redirect. */
export const startProgram = async () => {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><html lang="en"><title>Program</title><main><h1>Back</h1></main>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { redirect: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, close }
}

/** Registers a client with this name (RFC 7591). @returns the client ID */
export const registerAgent = async (agents: string, redirect: string, name: string): Promise<string> => {
  const body = JSON.stringify({ redirect_uris: [redirect], client_name: name })
  const response = await fetch(`${agents}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await response.json()) as { client_id: string }).client_id
}

/** Returns the authorization URL that an agent opens for its user. */
export const authorizeAddress = (agents: string, client: string, redirect: string, scope: string): string =>
  `${agents}/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    scope,
    state: 's',
  })}`

const tokenOf = async (agents: string, client: string, redirect: string, code: string): Promise<string> => {
  const request = { grant_type: 'authorization_code', client_id: client, redirect_uri: redirect, code }
  const body = new URLSearchParams({ ...request, code_verifier: VERIFIER })
  const response = await fetch(`${agents}/token`, { method: 'POST', body })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`The agent gets no token: ${response.status}`)
  return token
}

/** Authorizes an agent with a budget of 200 credits as the signed-in user. @returns its token */
export const connectAgent = async ({ page, hands }: PageInput, agents: string, name: string): Promise<string> => {
  const program = await startProgram()
  try {
    const client = await registerAgent(agents, program.redirect, name)
    await page.goto(authorizeAddress(agents, client, program.redirect, 'generate read'))
    await page.getByRole('heading', { name: 'Authorize this agent?' }).waitFor()
    await hands.mark(page.getByLabel('200 credits'))
    await hands.press(page.getByRole('button', { name: /^Allow/ }))
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    return await tokenOf(agents, client, program.redirect, code)
  } finally {
    program.close()
  }
}

/** Generates a draft with the image tools, as an agent with the token. @returns whether it was allowed */
export const agentMayGenerate = async (agents: string, token: string): Promise<boolean> => {
  const client = new Client(
    { name: 'judge', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(agents), { requestInit }))
    // A unique prompt: the same call within a minute returns the same image for free.
    const prompt = { prompt: `a sketchbook on a table, ${Date.now()}`, quality_tier: 'draft' }
    const result = await client.callTool({ name: 'generate_image', arguments: prompt })
    return result.isError !== true
  } catch (error) {
    if (/401|nauthorized/.test(String(error))) return false
    throw error
  } finally {
    await client.close()
  }
}
