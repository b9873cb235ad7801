import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { signInAt } from '../../lib/local/sign-in.ts'
import { withSystem } from './running-system.ts'

/**
 * Runs the authorization server suite of the Model Context Protocol's conformance tests against the whole system,
 * started as in the README. The suite prints an address; this program opens it like a browser and consents.
 */
const CALLBACK_PORT = 4690
const REDIRECT = `http://127.0.0.1:${CALLBACK_PORT}/callback`
const CHECKS = 3
const suite = join(import.meta.dirname, 'node_modules/.bin/conformance')

const register = async (agents: string): Promise<string> => {
  const answer = await fetch(`${agents}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [REDIRECT], client_name: 'Conformance' }),
  })
  if (answer.status !== 201) throw new Error(`/register answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { client_id: string }).client_id
}

const hiddenField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

const next = (answer: Response, base: string): string => {
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`${answer.url} answered ${answer.status} without a redirect`)
  return new URL(location, base).href
}

/** Acts as the person at the address: signs in, presses the button, and follows the redirect to the program. */
const sayYes = async (platform: string, address: string): Promise<void> => {
  const { cookie } = await signInAt(platform, { email: 'conformance@people.example', name: 'Conformance' })
  const page = await fetch(next(await fetch(address, { redirect: 'manual' }), platform), { headers: { cookie } })
  const html = await page.text()
  const form = { request: hiddenField(html, 'request'), proof: hiddenField(html, 'proof'), answer: 'yes', budget: '50' }
  const consentResponse = await fetch(`${platform}/consent`, {
    method: 'POST',
    headers: { cookie, origin: new URL(platform).origin },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  await fetch(next(consentResponse, platform))
}

/** Runs the suite and answers its questions. Returns its output. */
const runSuite = (
  args: readonly string[],
  platform: string,
): Promise<{ readonly code: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [suite, 'authorization', ...args])
    let text = ''
    let isAnswered = false
    const onOutput = (chunk: Buffer) => {
      process.stdout.write(chunk)
      text += chunk
      const address = /https?:\/\/\S+\/authorize\?\S+/.exec(text)?.[0]
      if (address === undefined || isAnswered) return
      isAnswered = true
      sayYes(platform, address).catch((error: unknown) => {
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
  const clientId = await register(agents)
  const args = ['--url', agents, '--client-id', clientId, '--resource', agents, '-p', String(CALLBACK_PORT)]
  const { code, text } = await runSuite(args, platform)
  const isWhole = text.includes(`Total: ${CHECKS} passed, 0 failed`)
  console.log(`authorization suite: exit ${code}, ${isWhole ? 'all' : 'not all'} of ${CHECKS} checks passed`)
  if (code !== 0 || !isWhole) process.exitCode = 1
})
