import { withSystem } from './running-system.ts'
import { followTour } from './tour.ts'

type Demo = Readonly<Record<'genKey' | 'platKey' | 'sessionCookie', string>>

/** Returns the parsed response body. A request with a body is a POST. */
const callApi = async <T>(url: string, headers: Record<string, string>, body?: object): Promise<T> => {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(url, { ...init, headers: { ...headers, 'content-type': 'application/json' } })
  if (!response.ok) throw new Error(`${url} returned ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Checks that demo users have the credits of their plans, can sign in to the platform, and see their organization. */
const judgePeople = async (urls: Readonly<Record<string, string>>, people: Readonly<Record<string, Demo>>) => {
  for (const [name, balance, tier] of [
    ['free', 50, 'premium'],
    ['pro', 1050, 'ultra'],
    ['agency', 4050, 'ultra'],
  ] as const) {
    const { genKey, platKey, sessionCookie } = people[name] as Demo
    const quote = await callApi<{ balance: number; would_succeed: boolean }>(
      `${urls.images}/v2/generate`,
      { authorization: `Bearer ${genKey}` },
      { prompt: 'a', quality_tier: tier, dry_run: true },
    )
    if (quote.balance !== balance || !quote.would_succeed) throw new Error(`${name}: ${JSON.stringify(quote)}`)
    const cookie = `auth.session_token=${sessionCookie}`
    const { tenants } = await callApi<{ tenants: unknown[] }>(`${urls.images}/v2/tenants`, { cookie })
    if (tenants.length !== 1) throw new Error(`${name} sees ${tenants.length} tenants`)
    const keyAccount = await callApi<{ orgId: string }>(`${urls.platform}/api/account/me`, {
      authorization: `Bearer ${platKey}`,
    })
    const sessionAccount = await callApi<{ orgId: string }>(`${urls.platform}/api/account/me`, { cookie })
    if (keyAccount.orgId !== sessionAccount.orgId)
      throw new Error(`${name}: the key belongs to ${keyAccount.orgId}, the session to ${sessionAccount.orgId}`)
  }
}

/**
 * Starts the system as in the README, requests a draft with a demo key, fetches the image, and stops the system with
 * Ctrl-C.
 */
const FIRST_IMAGE_LIMIT_MS = 60_000
const began = Date.now()

await withSystem(async (system, stackFile) => {
  const { urls, identities } = system
  await judgePeople(urls, identities)
  const response = await fetch(`${urls.images}/v2/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${identities.free.genKey}` },
    body: JSON.stringify({ prompt: 'a lighthouse at dusk', quality_tier: 'draft' }),
  })
  const job = (await response.json()) as { state: string; asset_url: string }
  if (response.status !== 201 || job.state !== 'completed')
    throw new Error(`POST /v2/generate returned ${response.status} ${JSON.stringify(job)}`)
  const image = await fetch(job.asset_url)
  const bytes = (await image.arrayBuffer()).byteLength
  if (!image.ok || bytes < 1000) throw new Error(`The image returned ${image.status} with ${bytes} bytes`)
  const ms = Date.now() - began
  if (ms > FIRST_IMAGE_LIMIT_MS) throw new Error(`The first draft image took ${ms} ms`)
  console.log(`figures: the first draft image was ready ${ms} ms after npm start`)
  for (const page of ['README.md', 'docs/tour.md']) followTour(page, process.cwd(), stackFile, system)
})
