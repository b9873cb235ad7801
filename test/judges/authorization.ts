import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { signInAt } from '../../lib/local/sign-in.ts'
import { withSystem } from './running-system.ts'

/**
 * Runs the authorization server suite of the Model Context Protocol's conformance tests against the whole system,
 * started as in the README. The suite prints an authorization URL; this program opens it like a browser and consents.
 */
const CALLBACK_PORT = 4690
const REDIRECT = `http://127.0.0.1:${CALLBACK_PORT}/callback`
const CHECK_COUNT = 3
const suite = join(import.meta.dirname, 'node_modules/.bin/conformance')

const registerClient = async (agents: string): Promise<string> => {
  const response = await fetch(`${agents}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [REDIRECT], client_name: 'Conformance' }),
  })
  if (response.status !== 201) throw new Error(`/register returned ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { client_id: string }).client_id
}

const hiddenField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

const redirectTarget = (response: Response, base: string): string => {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${response.url} returned ${response.status} without a redirect`)
  return new URL(location, base).href
}

/** Opens an authorization URL as a user: signs in, consents, and follows the redirect to the suite. */
const signInAndConsent = async (platform: string, address: string): Promise<void> => {
  const { cookie } = await signInAt(platform, { email: 'conformance@people.example', name: 'Conformance' })
  const page = await fetch(redirectTarget(await fetch(address, { redirect: 'manual' }), platform), {
    headers: { cookie },
  })
  const html = await page.text()
  const consentFields = {
    request: hiddenField(html, 'request'),
    proof: hiddenField(html, 'proof'),
    answer: 'yes',
    budget: '50',
  }
  const consentResponse = await fetch(`${platform}/consent`, {
    method: 'POST',
    headers: { cookie, origin: new URL(platform).origin },
    body: new URLSearchParams(consentFields),
    redirect: 'manual',
  })
  await fetch(redirectTarget(consentResponse, platform))
}

/** Runs the suite, consents when it prints an authorization URL, and returns its output. */
const runSuite = (
  args: readonly string[],
  platform: string,
): Promise<{ readonly code: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [suite, 'authorization', ...args])
    let text = ''
    let hasConsented = false
    const onOutput = (chunk: Buffer) => {
      process.stdout.write(chunk)
      text += chunk
      const address = /https?:\/\/\S+\/authorize\?\S+/.exec(text)?.[0]
      if (address === undefined || hasConsented) return
      hasConsented = true
      signInAndConsent(platform, address).catch((error: unknown) => {
        child.kill()
        reject(error)
      })
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', (code) => resolve({ code: code ?? 1, text }))
  })

await withSystem(async ({ urls }) => {
  const { platform = '', imageAgents: agents = '' } = urls
  const clientId = await registerClient(agents)
  const args = ['--url', agents, '--client-id', clientId, '--resource', agents, '-p', String(CALLBACK_PORT)]
  const { code, text } = await runSuite(args, platform)
  const hasPassedAll = text.includes(`Total: ${CHECK_COUNT} passed, 0 failed`)
  console.log(`authorization suite: exit ${code}, ${hasPassedAll ? 'all' : 'not all'} of ${CHECK_COUNT} checks passed`)
  if (code !== 0 || !hasPassedAll) process.exitCode = 1
})
