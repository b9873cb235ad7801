import { derivedUuid } from '@signet/kernel'
import { type PackId, SKUS } from '@signet/ledger'
import type { Identities, Identity, SeedContext } from './identities.ts'
import { signInAt } from './sign-in.ts'

type DemoSku = Exclude<keyof typeof SKUS, PackId>

const DEMO_PEOPLE: Readonly<Record<string, DemoSku | undefined>> = {
  free: undefined,
  pro: 'pro',
  team: 'team',
  agency: 'agency',
}

const CREDITS_FUNCTION = 'images-credits'
const ENTITLEMENTS_FUNCTION = 'usage-entitlements'
const DEMO_NAME = 'Demo'
const NAMESPACE = '6f2a4a0e-52b6-5d0c-9d0f-5a6e4c1b7d11'

/** Returns the user ID of a demo person, which is the same on every machine; their keys are not. */
const userIdOf = (name: string): string => derivedUuid(NAMESPACE, `${name} user`)

const RICH_CREDITS = 1_000_000

/** Total payments in US cents, far above the milestone that unlocks frontier models. */
const COMMUNITY_CENTS = 10_000_000

interface Person {
  readonly name: string
  readonly cookie: string
  readonly token: string
  readonly orgId: string
}

const DAY_MS = 86_400_000

const monthOf = (now: Date) => {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return { name: start.toISOString().slice(0, 7), period_start: start.toISOString(), period_end: end.toISOString() }
}

const fetchJson = async <T>(url: string, init: RequestInit): Promise<T> => {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok)
    throw new Error(
      `A request of a demo person failed: ${init.method ?? 'GET'} ${url} returned ${response.status}: ${text}`,
    )
  return JSON.parse(text) as T
}

const callAs = <T>({ cookie }: Pick<Person, 'cookie'>, url: string, body?: object): Promise<T> =>
  fetchJson<T>(url, {
    headers: { cookie, origin: new URL(url).origin, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })

/** Checks whether a key of an earlier start is still valid. Keys persist with the state. */
const isValidKey = async (url: string, key: string | undefined): Promise<boolean> =>
  key !== undefined && (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status !== 401

const genKeyOf = async (person: Person, images: string, earlier: Identity | undefined): Promise<string> => {
  if (earlier && (await isValidKey(`${images}/v2/jobs?limit=1`, earlier.genKey))) return earlier.genKey
  const { tenants } = await callAs<{ tenants: readonly { tenant_id: string; name?: string | null }[] }>(
    person,
    `${images}/v2/tenants?limit=100`,
  )
  const demoTenant = tenants.find(({ name }) => name === DEMO_NAME)
  const path = demoTenant ? `/v2/tenants/${demoTenant.tenant_id}/rotate` : '/v2/tenants'
  const input = demoTenant ? {} : { name: DEMO_NAME, scopes: ['generate', 'read', 'billing:purchase'] }
  const created = await callAs<{ api_key: string }>(person, `${images}${path}`, input)
  return created.api_key
}

/** Returns the person's key of the platform. It has every scope, so that first tries need no other key. */
const platKeyOf = async (person: Person, platform: string, earlier: Identity | undefined): Promise<string> => {
  if (earlier?.platKey && (await isValidKey(`${platform}/api/account/me`, earlier.platKey))) return earlier.platKey
  const { scopes } = await callAs<{ scopes: readonly { scope: string }[] }>(person, `${platform}/api/keys/scopes`)
  const input = { name: DEMO_NAME, scopes: scopes.map(({ scope }) => scope) }
  return (await callAs<{ key: string }>(person, `${platform}/api/keys`, input)).key
}

type SendPurchase = (purchase: object) => Promise<unknown>

/** Sends the billing service's events about the person's payments this month; repeating them has no effect. */
const recordPlan = async (
  { name, orgId }: Person,
  now: Date,
  { book, entitle }: Readonly<Record<'book' | 'entitle', SendPurchase>>,
): Promise<void> => {
  const sku = DEMO_PEOPLE[name]
  if (sku === undefined) return
  const { name: month, ...period } = monthOf(now)
  const invoice_id = `demo-${orgId}-${month}`
  const plan = SKUS[sku].imagePlan
  await book({ op: 'pay_month', account_id: orgId, invoice_id, plan, paid_cents: 0, ...period })
  // The team tier is not for sale: an operator assigns it, without a paid period.
  const terms = sku === 'team' ? { source: 'override' } : { source: 'subscription', ...period }
  await entitle({ org_id: orgId, change_id: invoice_id, sku, as_of: period.period_start, ...terms })
}

const unlockFrontier = async (now: Date, book: SendPurchase): Promise<void> => {
  const account_id = derivedUuid(NAMESPACE, 'community')
  const period = { period_start: new Date(now.getTime() - DAY_MS).toISOString(), period_end: now.toISOString() }
  await book({
    op: 'pay_month',
    account_id,
    invoice_id: 'demo-community',
    plan: 'agency',
    paid_cents: COMMUNITY_CENTS,
    ...period,
  })
}

/**
 * Lets the gateway register itself at the authorization server. Reading its metadata does this, but some agents go to
 * the authorization server without reading it.
 */
const registerGateway = async (gateway: string): Promise<void> => {
  await fetch(`${gateway}/.well-known/oauth-protected-resource`)
}

/**
 * Creates demo people through the services: they sign in at the local issuer and create their tenant and keys, and the
 * credits function records their payments. Runs at each start; creates nothing twice and reuses earlier keys. With
 * `rich`, each person gets a million credits in addition to the plan, and frontier models are not unlocked: for tests and
 * load tests.
 */
export const seedIdentities =
  ({ rich = false }: { readonly rich?: boolean } = {}) =>
  async ({ urls, issuer, invoke, earlier, now }: SeedContext): Promise<Identities> => {
    const { platform, images, gateway } = urls
    // With another issuer, demo people cannot sign in.
    if (!issuer || platform === undefined || images === undefined) return {}
    const book: SendPurchase = (purchase) => invoke(CREDITS_FUNCTION, purchase)
    const entitle: SendPurchase = (entitlement) => invoke(ENTITLEMENTS_FUNCTION, entitlement)
    const identityOf = async (name: string): Promise<Identity> => {
      const sub = userIdOf(name)
      await issuer.addPerson({ sub, email: `${name}@demo.signet.example`, name: `Demo ${name}` })
      const { cookie, token } = await signInAt(platform, { sub })
      const { orgId } = await callAs<{ orgId: string }>({ cookie }, `${platform}/api/account/me`)
      const person = { name, cookie, token, orgId }
      await recordPlan(person, now(), { book, entitle })
      if (rich) await book({ op: 'give', account_id: orgId, gift_id: 'rich', credits: RICH_CREDITS })
      const [genKey, platKey] = await Promise.all([
        genKeyOf(person, images, earlier[name]),
        platKeyOf(person, platform, earlier[name]),
      ])
      return { userId: sub, orgId, sessionCookie: token, platKey, genKey }
    }
    // Sequentially: in parallel, each person would start separate environments, which costs more than it saves.
    const identities: Record<string, Identity> = {}
    for (const name of Object.keys(DEMO_PEOPLE)) identities[name] = await identityOf(name)
    if (!rich) await unlockFrontier(now(), book)
    if (gateway !== undefined) await registerGateway(gateway)
    return identities
  }
